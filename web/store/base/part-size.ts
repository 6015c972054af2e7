// The server ends requests after 30 s, and progress is shown between parts, so a part aims at five seconds.
const aimMs = 5_000
const [leastBytes, firstBytes, mostBytes] = [16 * 1024, 128 * 1024, 512 * 1024]

export class PartSize {
  #bytes = firstBytes

  get bytes(): number {
    return this.#bytes
  }

  recordSuccess(bytes: number, ms: number): void {
    this.#set((bytes * aimMs) / Math.max(ms, 1))
  }

  recordFailure(): void {
    this.#set(this.#bytes / 2)
  }

  #set(bytes: number): void {
    this.#bytes = Math.round(Math.min(mostBytes, Math.max(leastBytes, bytes)))
  }
}
