/** Waits for work in progress before closing: a database closed during a transaction never reports its end. */
export class InFlight {
  readonly #inside = new Set<Promise<unknown>>()
  #closed = false

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new Error('The store is closed')
    const done = work()
    this.#inside.add(done)
    try {
      return await done
    } finally {
      this.#inside.delete(done)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.allSettled(this.#inside)
  }
}
