// Writes are slower than downloads, so several run concurrently; they complete in the order in which they began.
const maxConcurrent = 4

export class PageWrites {
  readonly #writes: Promise<boolean>[] = []
  #awaited = 0

  add(write: Promise<boolean>): void {
    write.catch(() => undefined)
    this.#writes.push(write)
  }

  /** False when another writer stored the page first; rejects when the disk failed. */
  waitForSlot(): Promise<boolean> {
    return this.#waitUntilAtMost(maxConcurrent - 1)
  }

  waitForAll(): Promise<boolean> {
    return this.#waitUntilAtMost(0)
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.#writes)
  }

  async #waitUntilAtMost(max: number): Promise<boolean> {
    const waiting = this.#writes.slice(this.#awaited, Math.max(this.#awaited, this.#writes.length - max))
    this.#awaited += waiting.length
    return (await Promise.all(waiting)).every(Boolean)
  }
}
