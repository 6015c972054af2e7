// The connection's state as sync experiences it; the displayed status comes from here.
import type { Code } from '#schema/kernel/codes.ts'
import type { Connection } from '#web/store/base/contract.ts'
import { isFull } from '#web/store/base/full-disk.ts'
import { type SendResult, codeOf, isSuspended } from './request.ts'
import type { RunResult } from '#web/store/base/retrying-task.ts'

/** Why sync is paused until `resume` is called. */
export type Pause = 'signed-out' | 'other-person' | 'too-old' | 'revoked'

export class ConnectionState {
  readonly #changed: () => void
  readonly #now: () => number
  #hasBeenOnline = false
  kind: Connection = 'starting'
  paused: Pause | null = null
  lastSync: number | null
  full = false
  recovering = false
  throttled = false
  readOnly = false
  suspended = false
  /** Whether new epochs came so often that this device waits before it follows. */
  unsteady = false

  constructor(lastSync: number | null, now: () => number, changed: () => void) {
    this.lastSync = lastSync
    this.#now = now
    this.#changed = changed
  }

  markOnline(): void {
    this.#hasBeenOnline = true
    this.unsteady = false
    this.suspended = false
    this.lastSync = this.#now()
    this.#setKind('online')
  }

  setSlow(isSlow: boolean): void {
    if (isSlow && this.#mayBecomeOnline) this.#setKind('slow')
    if (!isSlow && this.kind === 'slow') this.#setKind(this.#hasBeenOnline ? 'online' : 'starting')
  }

  setChecking(): void {
    if (this.#mayBecomeOnline || this.kind === 'slow') this.#setKind('checking')
  }

  setUnreachable(): void {
    if (this.paused === null) this.#setKind('offline')
  }

  recordFailure(error: unknown): void {
    this.full = isFull(error)
    this.#changed()
  }

  markStored(): void {
    if (!this.full) return
    this.full = false
    this.#changed()
  }

  setRecovering(isDeferred: boolean): void {
    if (this.recovering === isDeferred) return
    this.recovering = isDeferred
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

  backOff(notBeforeMs: number): RunResult {
    this.unsteady = true
    return this.retryLater(notBeforeMs)
  }

  /** The server is reachable but decides later. */
  retryLater(notBeforeMs: number | null): RunResult {
    this.#setKind('online')
    return { again: 'later', notBeforeMs }
  }

  resume(): void {
    if (this.paused !== null) this.kind = 'starting'
    this.paused = null
    this.#changed()
  }

  /** When to try again after a response that decides nothing. */
  retryAfterUndecided(response: SendResult): RunResult {
    if (this.paused !== null) return 'stop'
    if (response.kind === 'none' && response.ended) return { again: 'now' }
    if (response.kind === 'none')
      return response.isTooLong ? { again: 'later', notBeforeMs: null } : this.#offline(null)
    if (response.status === 401) return this.#unauthorized(codeOf(response.text))
    if (response.status === 426) return this.pause('too-old')
    if (response.status === 403 && codeOf(response.text) === 'WIPE') return this.pause('revoked')
    if (isSuspended(response)) {
      this.suspended = true
      return this.retryLater(response.retryAfterMs)
    }
    if (response.status === 429) {
      this.throttled = true
      return this.retryLater(response.retryAfterMs)
    }
    return this.#offline(response.retryAfterMs)
  }

  pause(reason: Pause): RunResult {
    this.paused = reason
    this.#setKind(reason === 'revoked' ? 'signed-out' : reason)
    return 'stop'
  }

  /** Only our own server can report signed-out; a response of the network does not count. */
  #unauthorized(code: Code | undefined): RunResult {
    if (code === 'OTHER_PERSON') return this.pause('other-person')
    return code === 'UNAUTHORIZED' ? this.pause('signed-out') : this.#offline(null)
  }

  #offline(notBeforeMs: number | null): RunResult {
    this.#setKind('offline')
    return { again: 'later', notBeforeMs }
  }

  get #mayBecomeOnline(): boolean {
    return this.kind === 'online' || this.kind === 'starting'
  }

  #setKind(kind: Connection): void {
    this.kind = kind
    this.#changed()
  }
}
