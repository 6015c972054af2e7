// What sync achieves; everything that people are told about the connection comes from here.
import type { Code } from '#schema/kernel/codes.ts'
import type { Connection } from '#web/store/base/contract.ts'
import { isFull } from '#web/store/base/full-disk.ts'
import { type Answer, codeOf } from './request.ts'
import type { Ran } from '#web/store/base/retrying-task.ts'

/** Why nothing is tried until `resume` is called. */
export type Pause = 'signed-out' | 'other-person' | 'too-old' | 'revoked'

export class ConnectionState {
  readonly #changed: () => void
  readonly #now: () => number
  #achieved = false
  kind: Connection = 'starting'
  paused: Pause | null = null
  lastSync: number | null
  /** Whether the last attempt to store something failed for lack of room. */
  full = false
  /** Whether the server has put off deciding some of what was sent. */
  recovering = false
  /** Whether the server takes no more changes of this person for now, because they have sent so many. */
  throttled = false
  /** Whether the server answers but cannot write for now. */
  readOnly = false
  /** Whether the server's history began anew so often that this device waits before it follows. */
  unsteady = false

  constructor(lastSync: number | null, now: () => number, changed: () => void) {
    this.lastSync = lastSync
    this.#now = now
    this.#changed = changed
  }

  achieved(): void {
    this.#achieved = true
    this.unsteady = false
    this.lastSync = this.#now()
    this.#become('online')
  }

  /** Called when a request has been silent for a while, and when it continues. */
  slow(isSlow: boolean): void {
    if (isSlow && this.#isHopeful) this.#become('slow')
    if (!isSlow && this.kind === 'slow') this.#become(this.#achieved ? 'online' : 'starting')
  }

  /** Called when the network has changed. */
  checking(): void {
    if (this.#isHopeful || this.kind === 'slow') this.#become('checking')
  }

  /** Called when no request reaches the server. */
  unreachable(): void {
    if (this.paused === null) this.#become('offline')
  }

  /** Called when something on this device itself failed. */
  failed(error: unknown): void {
    this.full = isFull(error)
    this.#changed()
  }

  /** Called when everything that came was stored. */
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

  throttle(isThrottled: boolean): void {
    if (this.throttled === isThrottled) return
    this.throttled = isThrottled
    this.#changed()
  }

  setReadOnly(isReadOnly: boolean): void {
    if (this.readOnly === isReadOnly) return
    this.readOnly = isReadOnly
    this.#changed()
  }

  /** The server's history is followed later. */
  hesitate(notBeforeMs: number): Ran {
    this.unsteady = true
    return this.reached(notBeforeMs)
  }

  /** The server is there, and decides later. */
  reached(notBeforeMs: number | null): Ran {
    this.#become('online')
    return { again: 'later', notBeforeMs }
  }

  /** Called when the person has signed in again, or the page runs a new version. */
  resume(): void {
    if (this.paused !== null) this.kind = 'starting'
    this.paused = null
    this.#changed()
  }

  /** What to do after any answer that decides nothing: when to try again. */
  undecided(answer: Answer): Ran {
    // What was asked before the pause ends in its own way, and changes nothing of what the person is told.
    if (this.paused !== null) return 'stop'
    if (answer.kind === 'none' && answer.ended) return { again: 'now' }
    if (answer.kind === 'none') return answer.isTooLong ? { again: 'later', notBeforeMs: null } : this.#offline(null)
    if (answer.status === 401) return this.#unauthorized(codeOf(answer.text))
    if (answer.status === 426) return this.pause('too-old')
    if (answer.status === 403 && codeOf(answer.text) === 'WIPE') return this.pause('revoked')
    if (answer.status === 429) {
      this.throttled = true
      return this.reached(answer.retryAfterMs)
    }
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
