// Reads what other tabs have written to the outbox without this one hearing of it.
export class OutboxReader {
  readonly #read: () => Promise<void>
  #isDue = true
  #reading: Promise<void> = Promise.resolve()

  constructor(read: () => Promise<void>) {
    this.#read = read
  }

  /** Something may have been missed: the next one who asks reads. */
  suspect(): void {
    this.#isDue = true
  }

  /** Resolves when nothing is to be missed any more, whoever has begun to read. */
  async caughtUp(): Promise<void> {
    do {
      if (this.#isDue) this.#begin()
      await this.#reading
    } while (this.#isDue)
  }

  #begin(): void {
    this.#isDue = false
    this.#reading = this.#read().catch((error: unknown) => {
      this.#isDue = true
      throw error
    })
  }
}
