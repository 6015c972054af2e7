// What sync achieves, as the only source of what people are told about the connection.
import type { Code } from '#schema/codes.ts'
import type { Connection } from './contract.ts'
import { jsonOf } from './request.ts'
import type { Answer } from './request.ts'
import type { Ran } from './runner.ts'

/** Why nothing is tried until somebody says so. */
export type Pause = 'signed-out' | 'too-old' | 'revoked'

export class Reports {
  readonly #changed: () => void
  readonly #now: () => number
  connection: Connection = 'starting'
  paused: Pause | null = null
  lastSync: number | null

  constructor(lastSync: number | null, now: () => number, changed: () => void) {
    this.lastSync = lastSync
    this.#now = now
    this.#changed = changed
  }

  achieved(): void {
    this.lastSync = this.#now()
    this.connection = 'online'
    this.#changed()
  }

  /** The person has signed in again, or the page runs a new version. */
  resume(): void {
    this.paused = null
    if (this.connection === 'signed-out') this.connection = 'starting'
    this.#changed()
  }

  /** Anything but what the server decided: when to try again. */
  undecided(answer: Answer): Ran {
    if (answer.kind === 'none') return this.#offline(null)
    if (answer.status === 401) return this.pause('signed-out')
    if (answer.status === 426) return this.pause('too-old')
    if (answer.status === 403 && codeOf(answer.text) === 'WIPE') return this.pause('revoked')
    return this.#offline(answer.retryAfterMs)
  }

  pause(why: Pause): Ran {
    this.paused = why
    this.connection = why === 'too-old' ? 'offline' : 'signed-out'
    this.#changed()
    return 'stop'
  }

  #offline(notBeforeMs: number | null): Ran {
    this.connection = 'offline'
    this.#changed()
    return { again: 'later', notBeforeMs }
  }
}

export const codeOf = (text: string): Code | undefined => (jsonOf(text) as { code?: Code } | undefined)?.code
