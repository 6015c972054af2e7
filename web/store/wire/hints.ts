// Each hint is only "your number is N". Lost hints cost only time. A silent stream is reopened until the server
// responds.
import { streamPath } from '#schema/sync/protocol.ts'
import type { HintSource, Timers } from '#web/store/base/deps.ts'

const closedState = 2
/** A restored network, or a server that responds again, is noticed within 5 s. */
const searchMs = 4_000
const searchSpreadMs = 1_000
const spreadMs = 50

export interface HintDeps {
  readonly openHints: ((path: string) => HintSource) | undefined
  readonly person: string
  readonly timers: Timers
  readonly random: () => number
  readonly position: () => number
  readonly pull: () => void
  readonly isLost: () => boolean
  /** A heartbeat: the server can be reached. `isFirst` is true for a stream's first one. */
  readonly onHeartbeat: (isFirst: boolean) => void
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
      this.#deps.onHeartbeat(isFirst)
      isFirst = false
      this.#receive(data)
      this.#check()
    })
    source.addEventListener('error', () => {
      if (source === this.#source && source.readyState === closedState) this.#refused()
    })
    this.#check()
  }

  close(): void {
    this.#deps.timers.clearTimeout(this.#timer)
    this.#timer = undefined
    this.#closeSource()
  }

  /** After a change of network, the stream may hang on the old one. */
  reopen(): void {
    if (!this.#source) return
    this.close()
    this.open()
  }

  search(): void {
    if (this.#source || this.#timer !== undefined) this.#check()
  }

  /**
   * After a random delay, so that devices do not all send requests at once. A number below the position belongs to an unknown
   * epoch.
   */
  #receive(data: unknown): void {
    const { position, pull, random, timers } = this.#deps
    const number = numberIn(data) ?? position()
    if (number < position()) pull()
    else if (number > position()) timers.setTimeout(() => this.#source && pull(), random() * spreadMs)
  }

  /** A browser reconnects after a network failure, but not after a refusal; the next pull learns the reason. */
  #refused(): void {
    this.#closeSource()
    this.#deps.pull()
    this.#check()
  }

  #closeSource(): void {
    this.#source?.close()
    this.#source = undefined
    this.#deps.closed()
  }

  #check(): void {
    const { timers, isLost, random } = this.#deps
    timers.clearTimeout(this.#timer)
    if (this.#source && !isLost()) return
    this.#timer = timers.setTimeout(
      () => {
        if (this.#source && !isLost()) return
        this.#closeSource()
        this.open()
      },
      searchMs + random() * searchSpreadMs,
    )
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
