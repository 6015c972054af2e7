/**
 * Runs work until it is closed, then waits for work in progress: a database that closes during a transaction never
 * reports the transaction's end.
 */
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
