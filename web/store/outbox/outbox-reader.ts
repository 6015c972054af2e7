export class OutboxReader {
  readonly #read: () => Promise<void>
  #isDue = true
  #reading: Promise<void> = Promise.resolve()

  constructor(read: () => Promise<void>) {
    this.#read = read
  }

  /** A message may have been missed: the next caller reads the disk. */
  requireRead(): void {
    this.#isDue = true
  }

  async waitUntilRead(): Promise<void> {
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
