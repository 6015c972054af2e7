/** A database closed during a transaction never reports its end. */
export class InFlight {
  readonly #pending = new Set<Promise<unknown>>()
  #closed = false

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new Error('The store is closed')
    const result = work()
    this.#pending.add(result)
    try {
      return await result
    } finally {
      this.#pending.delete(result)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.allSettled(this.#pending)
  }
}
