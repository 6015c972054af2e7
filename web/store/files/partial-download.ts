// Received parts stay in memory, and only the rest is requested again.
import type { Fetch } from '#web/store/base/deps.ts'

export class PartialDownload {
  readonly #fetch: Fetch
  readonly #path: string
  #headers = new Headers()
  #parts: Uint8Array<ArrayBuffer>[] = []
  #length = 0

  constructor(fetch: Fetch, path: string) {
    this.#fetch = fetch
    this.#path = path
  }

  /** Rejects when the connection breaks without progress; another call resumes. */
  async complete(): Promise<Response> {
    for (;;) {
      const response = await this.#request()
      if (response.status !== 200 && response.status !== 206) return response
      const before = this.#length
      // A 200 carries another file instead of the rest.
      if (response.status === 200) this.#begin(response)
      try {
        await this.#read(response)
        return new Response(new Blob(this.#parts), { headers: this.#headers })
      } catch (broken) {
        if (this.#length <= before) throw broken
      }
    }
  }

  #request(): Promise<Response> {
    const etag = this.#headers.get('etag')
    const rangeHeaders = etag !== null && this.#length > 0 && { range: `bytes=${this.#length}-`, 'if-range': etag }
    // The browser's HTTP cache would outlive a sign-out.
    return this.#fetch(this.#path, { cache: 'no-store', ...(rangeHeaders ? { headers: rangeHeaders } : {}) })
  }

  #begin({ headers }: Response): void {
    this.#headers = headers
    this.#parts = []
    this.#length = 0
  }

  async #read({ body }: Response): Promise<void> {
    const reader = body?.getReader()
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (value) {
        this.#parts.push(value)
        this.#length += value.byteLength
      }
      if (done) return
    }
  }
}
