// The stream of hints: only "the number for you is N", and at least every 20 s. Losing every one of them loses nothing
// but time; when the stream is silent, it is opened anew until somebody speaks.
import { streamPath } from '#schema/protocol.ts'
import type { HintSource, Timers } from './deps.ts'

const closed = 2
const reopenMs = 15_000
/** While nobody is heard, so that a network that is back is noticed within 5 s. */
const searchMs = 4_000
const searchSpreadMs = 1_000
const spreadMs = 50

export interface HintDeps {
  readonly openHints: ((path: string) => HintSource) | undefined
  readonly person: string
  readonly timers: Timers
  readonly random: () => number
  readonly position: () => number
  readonly news: () => void
  /** How long until the server, heard of by whatever means, has been silent for too long; 0 when it has. */
  readonly silentInMs: () => number
  /** A beat came: the server can be reached, whatever failed before. `isFirst` on a stream. */
  readonly beat: (isFirst: boolean) => void
  /** Nothing comes any more. */
  readonly silent: () => void
}

export class Hints {
  readonly #deps: HintDeps
  #source: HintSource | undefined
  #timer: unknown

  constructor(deps: HintDeps) {
    this.#deps = deps
  }

  open(): void {
    if (this.#source || !this.#deps.openHints) return
    const source = this.#deps.openHints(`${streamPath}?person=${encodeURIComponent(this.#deps.person)}`)
    this.#source = source
    let isFirst = true
    source.addEventListener('number', ({ data }) => {
      if (source !== this.#source) return
      this.#deps.beat(isFirst)
      isFirst = false
      this.#hear(data)
      this.#look()
    })
    source.addEventListener('error', () => {
      if (source === this.#source && source.readyState === closed) this.#refused()
    })
    this.#look()
  }

  close(): void {
    this.#deps.timers.clearTimeout(this.#timer)
    this.#timer = undefined
    this.#source?.close()
    this.#source = undefined
  }

  /** The network has changed: the stream may hang on the old one. */
  reopen(): void {
    if (!this.#source) return
    this.close()
    this.open()
  }

  /** A request found nobody there. */
  search(): void {
    if (this.#source || this.#timer !== undefined) this.#look()
  }

  /**
   * Devices do not all ask in the same moment. A number below the position is not of the history that this device knows:
   * it asks at once.
   */
  #hear(data: unknown): void {
    const { position, news, random, timers } = this.#deps
    const number = numberIn(data) ?? position()
    if (number < position()) news()
    else if (number > position()) timers.setTimeout(() => this.#source && news(), random() * spreadMs)
  }

  /** A browser reconnects by itself after a broken network, not after a refusal; the next pull learns why. */
  #refused(): void {
    this.#source?.close()
    this.#source = undefined
    this.#deps.news()
    this.#look()
  }

  /** Looks after the stream once it should have spoken. */
  #look(): void {
    const { timers, silentInMs, random, silent } = this.#deps
    timers.clearTimeout(this.#timer)
    const patience = silentInMs()
    const wait = patience > 0 ? (this.#source ? patience : reopenMs) : searchMs + random() * searchSpreadMs
    this.#timer = timers.setTimeout(() => {
      if (this.#source && silentInMs() > 0) return this.#look()
      if (this.#source) silent()
      this.#source?.close()
      this.#source = undefined
      this.open()
    }, wait)
  }
}

function numberIn(data: unknown): number | undefined {
  try {
    const { number } = JSON.parse(String(data)) as { number?: unknown }
    return typeof number === 'number' ? number : undefined
  } catch {
    return undefined
  }
}
