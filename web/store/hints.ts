// The stream of hints: only "the number for you is N". Losing every one of them loses nothing but time.
import { streamPath } from '#schema/protocol.ts'
import type { HintSource, Timers } from './deps.ts'

const closed = 2
const reopenMs = 15_000
const spreadMs = 50

export interface HintDeps {
  readonly openHints: ((path: string) => HintSource) | undefined
  readonly timers: Timers
  readonly random: () => number
  readonly position: () => number
  readonly news: () => void
  /** The stream was heard of: the server can be reached, whatever failed before. */
  readonly reached: () => void
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
    const source = this.#deps.openHints(streamPath)
    this.#source = source
    source.addEventListener('number', ({ data }) => this.#hear(data))
    source.addEventListener('error', () => {
      if (source === this.#source && source.readyState === closed) this.#reopenLater()
    })
  }

  close(): void {
    this.#deps.timers.clearTimeout(this.#timer)
    this.#source?.close()
    this.#source = undefined
  }

  /** Devices do not all ask in the same moment. */
  #hear(data: unknown): void {
    const { position, news, reached, random, timers } = this.#deps
    const isNews = numberIn(data) > position()
    timers.setTimeout(() => {
      if (!this.#source) return
      reached()
      if (isNews) news()
    }, random() * spreadMs)
  }

  /** A browser reconnects by itself after a broken network, not after a refusal; the next pull learns why. */
  #reopenLater(): void {
    this.close()
    this.#deps.news()
    this.#timer = this.#deps.timers.setTimeout(() => this.open(), reopenMs)
  }
}

function numberIn(data: unknown): number {
  try {
    const { number } = JSON.parse(String(data)) as { number?: unknown }
    return typeof number === 'number' ? number : 0
  } catch {
    return 0
  }
}
