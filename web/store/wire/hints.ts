// The stream of hints: only "the number for you is N", at least every 20 s. Losing every hint costs only time. When the
// stream is silent, it is opened again until the server speaks.
import { streamPath } from '#schema/sync/protocol.ts'
import type { HintSource, Timers } from '#web/store/base/deps.ts'

const closedState = 2
const reopenMs = 15_000
/** The pause between attempts while the server is silent, so that a returned network is noticed within 5 s. */
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
  /** Whether the server cannot be reached. */
  readonly isLost: () => boolean
  /**
   * A beat has come: the server can be reached, whatever failed before. `isFirst` is true for a stream's first beat.
   */
  readonly beat: (isFirst: boolean) => void
  /** From now on beats are due, or none are. */
  readonly opened: () => void
  readonly closed: () => void
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
    this.#deps.opened()
    let isFirst = true
    source.addEventListener('number', ({ data }) => {
      if (source !== this.#source) return
      this.#deps.beat(isFirst)
      isFirst = false
      this.#hear(data)
      this.#look()
    })
    source.addEventListener('error', () => {
      if (source === this.#source && source.readyState === closedState) this.#refused()
    })
    this.#look()
  }

  close(): void {
    this.#deps.timers.clearTimeout(this.#timer)
    this.#timer = undefined
    this.#end()
  }

  /** Opens the stream again after the network has changed, since the stream may hang on the old one. */
  reopen(): void {
    if (!this.#source) return
    this.close()
    this.open()
  }

  /** Looks for the server after a request could not reach it. */
  search(): void {
    if (this.#source || this.#timer !== undefined) this.#look()
  }

  /**
   * Asks for news after a random wait, so that devices do not all ask at once. A number below the position belongs to a
   * history that this device does not know: then it asks without a wait.
   */
  #hear(data: unknown): void {
    const { position, news, random, timers } = this.#deps
    const number = numberIn(data) ?? position()
    if (number < position()) news()
    else if (number > position()) timers.setTimeout(() => this.#source && news(), random() * spreadMs)
  }

  /**
   * A browser reconnects by itself after a broken network, but not after a refusal; the next pull learns the reason.
   */
  #refused(): void {
    this.#end()
    this.#deps.news()
    this.#look()
  }

  #end(): void {
    this.#source?.close()
    this.#source = undefined
    this.#deps.closed()
  }

  /** Plans to open the stream again, unless one is open and the server can be reached. */
  #look(): void {
    const { timers, isLost, random } = this.#deps
    timers.clearTimeout(this.#timer)
    if (this.#source && !isLost()) return
    const wait = isLost() ? searchMs + random() * searchSpreadMs : reopenMs
    this.#timer = timers.setTimeout(() => {
      if (this.#source && !isLost()) return
      this.#end()
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
