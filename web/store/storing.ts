// Pages on their way to the disk. A write takes longer than a fetch, so some are under way at once; they arrive in the
// order in which they were begun.
const mostAtOnce = 4

export class Storing {
  #writes: Promise<boolean>[] = []

  add(write: Promise<boolean>): void {
    write.catch(() => undefined)
    this.#writes.push(write)
  }

  /** Waits until there is room for another page. False when a page was not ours to write; rejects when the disk did. */
  room(): Promise<boolean> {
    return this.#leave(mostAtOnce - 1)
  }

  all(): Promise<boolean> {
    return this.#leave(0)
  }

  /** Whatever became of them. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#writes)
  }

  async #leave(most: number): Promise<boolean> {
    const waitedFor = this.#writes.splice(0, Math.max(0, this.#writes.length - most))
    return (await Promise.all(waitedFor)).every(Boolean)
  }
}
