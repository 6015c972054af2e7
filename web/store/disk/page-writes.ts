// Page writes are slower than downloads, so several run at once; they complete in the order in which they began.
const mostAtOnce = 4

export class PageWrites {
  readonly #begun: Promise<boolean>[] = []
  #waitedFor = 0

  add(write: Promise<boolean>): void {
    write.catch(() => undefined)
    this.#begun.push(write)
  }

  /**
   * Waits until another page may be written. False when another writer stored the page first; rejects when the disk
   * failed.
   */
  room(): Promise<boolean> {
    return this.#leave(mostAtOnce - 1)
  }

  all(): Promise<boolean> {
    return this.#leave(0)
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.#begun)
  }

  async #leave(most: number): Promise<boolean> {
    const waiting = this.#begun.slice(this.#waitedFor, Math.max(this.#waitedFor, this.#begun.length - most))
    this.#waitedFor += waiting.length
    return (await Promise.all(waiting)).every(Boolean)
  }
}
