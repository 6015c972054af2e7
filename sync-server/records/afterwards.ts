// What is done once a change is durable. Whoever wrote it does not wait; a failure is told, and undoes nothing.

export interface Afterwards {
  begin(task: () => Promise<void>): void
  /** When all that has begun is over, whatever came of it. */
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
