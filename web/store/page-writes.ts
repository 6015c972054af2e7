// Pages on their way to the disk. A write takes longer than a fetch, so some are under way at once; they arrive in the
// order in which they were begun.
const mostAtOnce = 4

export class PageWrites {
  readonly #begun: Promise<boolean>[] = []
  #waitedFor = 0

  add(write: Promise<boolean>): void {
    write.catch(() => undefined)
    this.#begun.push(write)
  }

  /** Waits until there is room for another page. False when a page was not ours to write; rejects when the disk did. */
  room(): Promise<boolean> {
    return this.#leave(mostAtOnce - 1)
  }

  all(): Promise<boolean> {
    return this.#leave(0)
  }

  /** Whatever became of them: nothing is under way any more. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#begun)
  }

  async #leave(most: number): Promise<boolean> {
    const waiting = this.#begun.slice(this.#waitedFor, Math.max(this.#waitedFor, this.#begun.length - most))
    this.#waitedFor += waiting.length
    return (await Promise.all(waiting)).every(Boolean)
  }
}
