// Streams of hints from the real server; the scheduler delivers or loses each hint.
import type { HintSource, Timers } from '#web/store/base/deps.ts'
import type { Backend } from '../server/backend.ts'
import type { Origin } from './network.ts'

const beatMs = 20_000

interface Browser {
  readonly isOnline: () => boolean
  readonly cookie: () => string
}

interface WaitingHint {
  readonly wire: Wire
  readonly data: string
}

export class HintChannels {
  readonly #backend: Backend
  readonly #waiting: WaitingHint[] = []
  readonly #opening: Wire[] = []

  constructor(backend: Backend) {
    this.#backend = backend
  }

  get waiting(): number {
    return this.#waiting.length
  }

  open(from: Origin, path: string, timers: Timers, browser: Browser): HintSource {
    const wire = new Wire(from, path, browser, (data) => this.#waiting.push({ wire, data }))
    wire.beatOn(timers)
    this.#opening.push(wire)
    return wire
  }

  async connect(): Promise<void> {
    for (const wire of this.#opening.splice(0)) {
      if (wire.isOnline()) await wire.connect(this.#backend)
      else this.#opening.push(wire)
    }
  }

  deliver(at: number, isLost: boolean): string | undefined {
    const [hint] = this.#waiting.splice(at % Math.max(1, this.#waiting.length), 1)
    if (!hint) return undefined
    if (!isLost) hint.wire.send(hint.data)
    return `${isLost ? 'loses' : 'receives'} ${hint.data} at ${hint.wire.from.label}`
  }
}

class Wire implements HintSource {
  readyState = 0
  readonly from: Origin
  readonly isOnline: () => boolean
  readonly #cookie: () => string
  readonly #path: string
  readonly #onHint: (data: string) => void
  readonly #listeners: ((event: { readonly data?: unknown }) => void)[] = []
  readonly #gone = new AbortController()

  constructor(from: Origin, path: string, browser: Browser, onHint: (data: string) => void) {
    this.from = from
    this.isOnline = browser.isOnline
    this.#cookie = browser.cookie
    this.#path = path
    this.#onHint = onHint
  }

  addEventListener(type: string, listener: (event: { readonly data?: unknown }) => void): void {
    if (type === 'number') this.#listeners.push(listener)
  }

  close(): void {
    this.readyState = 2
    this.#gone.abort()
  }

  send(data: string): void {
    this.from.listener.receive(() => {
      if (this.readyState === 1) for (const listener of this.#listeners) listener({ data })
    })
  }

  /** By the history's clock. */
  beatOn(timers: Timers): void {
    timers.setTimeout(() => {
      if (this.readyState === 2) return
      if (this.isOnline()) this.send('')
      this.beatOn(timers)
    }, beatMs)
  }

  async connect({ app }: Backend): Promise<void> {
    if (this.readyState === 2) return
    const headers = { cookie: this.#cookie() }
    const { body, status } = await app.request(this.#path, { headers, signal: this.#gone.signal })
    if (status !== 200 || !body) return this.close()
    this.readyState = 1
    void this.#read(body)
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder()
    for await (const chunk of body) {
      // An abort signal is garbage-collected with its request, so the server may not notice the end.
      if (this.readyState === 2) return
      for (const [, data] of decoder.decode(chunk).matchAll(/^data: (.*)$/gm)) this.#onHint(data!)
    }
  }
}
