// What sync achieves, as the only source of what people are told about the connection.
import type { Code } from '#schema/codes.ts'
import type { Connection } from './contract.ts'
import { isFull } from './full-device.ts'
import { jsonOf } from './request.ts'
import type { Answer } from './request.ts'
import type { Ran } from './retrying-task.ts'

/** Why nothing is tried until somebody says so. */
export type Pause = 'signed-out' | 'other-person' | 'too-old' | 'revoked'

export class ConnectionState {
  readonly #changed: () => void
  readonly #now: () => number
  #achieved = false
  kind: Connection = 'starting'
  paused: Pause | null = null
  lastSync: number | null
  /** The last attempt to keep something failed for want of room. */
  full = false
  /** The server has put off deciding on some of what was sent. */
  recovering = false

  constructor(lastSync: number | null, now: () => number, changed: () => void) {
    this.lastSync = lastSync
    this.#now = now
    this.#changed = changed
  }

  achieved(): void {
    this.#achieved = true
    this.lastSync = this.#now()
    this.#become('online')
  }

  /** A request has been silent for a while, or speaks again. */
  slow(isSlow: boolean): void {
    if (isSlow && this.#isHopeful) this.#become('slow')
    if (!isSlow && this.kind === 'slow') this.#become(this.#achieved ? 'online' : 'starting')
  }

  /** Nothing was heard for too long. */
  checking(): void {
    if (this.#isHopeful || this.kind === 'slow') this.#become('checking')
  }

  /** Something of this device itself failed. */
  failed(error: unknown): void {
    this.full = isFull(error)
    this.#changed()
  }

  /** Everything that came is kept. */
  kept(): void {
    if (!this.full) return
    this.full = false
    this.#changed()
  }

  putOff(isPutOff: boolean): void {
    if (this.recovering === isPutOff) return
    this.recovering = isPutOff
    this.#changed()
  }

  /** The person has signed in again, or the page runs a new version. */
  resume(): void {
    if (this.paused !== null) this.kind = 'starting'
    this.paused = null
    this.#changed()
  }

  /** Anything but what the server decided: when to try again. */
  undecided(answer: Answer): Ran {
    if (answer.kind === 'none') return answer.ended ? { again: 'now' } : this.#offline(null)
    if (answer.status === 401) return this.#unauthorized(codeOf(answer.text))
    if (answer.status === 426) return this.pause('too-old')
    if (answer.status === 403 && codeOf(answer.text) === 'WIPE') return this.pause('revoked')
    return this.#offline(answer.retryAfterMs)
  }

  pause(why: Pause): Ran {
    this.paused = why
    this.#become(why === 'revoked' ? 'signed-out' : why)
    return 'stop'
  }

  /** Only our own server's words mean signed out; an answer of the network itself does not count. */
  #unauthorized(code: Code | undefined): Ran {
    if (code === 'OTHER_PERSON') return this.pause('other-person')
    return code === 'UNAUTHORIZED' ? this.pause('signed-out') : this.#offline(null)
  }

  #offline(notBeforeMs: number | null): Ran {
    this.#become('offline')
    return { again: 'later', notBeforeMs }
  }

  get #isHopeful(): boolean {
    return this.kind === 'online' || this.kind === 'starting'
  }

  #become(kind: Connection): void {
    this.kind = kind
    this.#changed()
  }
}

export const codeOf = (text: string): Code | undefined => (jsonOf(text) as { code?: Code } | undefined)?.code
