// The server ends requests after 30 s, and progress is shown between chunks, so a chunk aims at five seconds.
const targetMs = 5_000
const [minBytes, firstBytes, maxBytes] = [16 * 1024, 128 * 1024, 512 * 1024]

export class ChunkSize {
  #bytes = firstBytes

  get bytes(): number {
    return this.#bytes
  }

  recordSuccess(bytes: number, ms: number): void {
    this.#set((bytes * targetMs) / Math.max(ms, 1))
  }

  recordFailure(): void {
    this.#set(this.#bytes / 2)
  }

  #set(bytes: number): void {
    this.#bytes = Math.round(Math.min(maxBytes, Math.max(minBytes, bytes)))
  }
}
