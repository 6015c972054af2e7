// Tasks that start when a change is durable. Its writer does not wait for them; a failure is logged and undoes nothing.

export interface Afterwards {
  begin(task: () => Promise<void>): void
  /** Resolves when every started task has ended, with or without success. */
  settled(): Promise<void>
}

export function createAfterwards(onFailure: (error: unknown) => void): Afterwards {
  const running = new Set<Promise<void>>()
  return {
    begin(task) {
      const run = Promise.resolve()
        .then(task)
        .catch(onFailure)
        .finally(() => running.delete(run))
      running.add(run)
    },
    async settled() {
      while (running.size) await Promise.all(running)
    },
  }
}
