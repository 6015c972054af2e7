// How much of a file is sent at once. The server cuts a request that takes longer than 30 s, and between two parts the
// person learns how far it is: so a part is what the line takes in some seconds.
const aimMs = 5_000
const [leastBytes, firstBytes, mostBytes] = [16 * 1024, 128 * 1024, 512 * 1024]

export class PartSize {
  #bytes = firstBytes

  get bytes(): number {
    return this.#bytes
  }

  /** A part of so many bytes has arrived. */
  took(bytes: number, ms: number): void {
    this.#is((bytes * aimMs) / Math.max(ms, 1))
  }

  /** A part did not get through. */
  broke(): void {
    this.#is(this.#bytes / 2)
  }

  #is(bytes: number): void {
    this.#bytes = Math.round(Math.min(mostBytes, Math.max(leastBytes, bytes)))
  }
}
