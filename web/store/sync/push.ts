// Sends waiting changes in order. Only a 200 decides; anything else means "not decided, try again".
import { changesAnswer, changesPath, limits, type Verdict } from '#schema/sync/protocol.ts'
import { extraKeysOf, bodyOf, nextBatch } from '#web/store/outbox/batch.ts'
import type { Core } from '#web/store/core/core.ts'
import type { Entry } from '#web/store/outbox/outbox-entry.ts'
import type { ConnectionState } from '#web/store/wire/connection-state.ts'
import { type Answer, type Ask, codeOf, isNotNow, jsonOf } from '#web/store/wire/request.ts'
import type { Ran } from '#web/store/base/retrying-task.ts'

const hour = 3_600_000
const failuresUntilHalved = 3
/** A request that ends without an answer after this long was too much for the line. */
const longMs = 10_000

export interface PushDeps {
  readonly core: Core
  readonly ask: Ask
  readonly held: () => boolean
  readonly connection: ConnectionState
  /** Resolves when the changes of other tabs are known here: a change must not be sent before one that it builds on. */
  readonly caughtUp?: () => Promise<void>
  /** The server gave this number, so the feed should be read up to it. */
  readonly decided: (number: number) => void
  /** The server has another history, so the feed should be asked. */
  readonly outdated: () => void
  /** When the feed was last read successfully, by the monotonic clock. */
  readonly lastPull: () => number
}

export class Push {
  readonly #deps: PushDeps
  readonly #parked = new Map<Entry, Parked>()
  #most: number = limits.changesPerRequest
  #failures = 0
  #failingSince = 0
  #isDeferring = false

  constructor(deps: PushDeps) {
    this.#deps = deps
  }

  /** Whether the server decides, only not on all that was sent: what is entered now can be sent at once. */
  get isDeferring(): boolean {
    return this.#isDeferring
  }

  /** When the next parked change is due; null when none is parked. */
  get nextDue(): number | null {
    return this.#parked.size === 0 ? null : Math.min(...[...this.#parked.values()].map(({ due }) => due))
  }

  /** When each parked change is sent again, in ms since 1970, by its id. */
  get parked(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#parked].map(([{ change }, { at }]) => [change.id, at]))
  }

  /** The next run sends the parked changes again. */
  unpark(): void {
    for (const parked of this.#parked.values()) parked.due = -Infinity
  }

  /** Sends batch after batch until nothing waits or the server does not decide. */
  async run(): Promise<Ran> {
    const { core, ask, held, connection } = this.#deps
    this.#isDeferring = false
    const putOff = new Set<Entry>()
    /** Whether the firm recovers; a change for a newer server waits without a word about that. */
    let isRecovering = false
    for (;;) {
      await this.#deps.caughtUp?.()
      if (!held()) return 'stop'
      const epoch = core.target?.epoch
      if (epoch === undefined) return 'done'
      const { history } = core.outbox
      const toSend = core.outbox.toSend()
      this.#forgetParked(new Set(toSend))
      const besides = extraKeysOf(toSend, core.outbox.histories)
      const batch = nextBatch(toSend, { most: this.#most, isDue: (entry) => this.#isDue(entry), putOff, besides })
      if (batch.length === 0) {
        connection.putOff(isRecovering)
        this.#isDeferring = putOff.size > 0
        return putOff.size > 0 ? { again: 'later', notBeforeMs: null } : 'done'
      }
      this.#mark(batch, true)
      const began = core.deps.monotonic()
      const answer = await ask(changesPath, bodyOf(core.notes.client, core.known, batch, besides))
      this.#mark(batch, false)
      if (!held()) return 'stop'
      const verdicts = verdictsOf(answer, batch, core.deps.identity.id)
      if (!verdicts) {
        if (answer.kind === 'none' && core.deps.monotonic() - began >= longMs) this.#halve(batch)
        const ran = this.#undecided(answer, batch)
        if (ran) return ran
        continue
      }
      connection.achieved()
      connection.throttle(false)
      connection.setReadOnly(false)
      this.#onSuccess(batch)
      for (const [index, { verdict, code }] of verdicts.entries()) {
        if (verdict !== 'later') continue
        putOff.add(batch[index]!)
        isRecovering ||= code !== 'NEWER'
      }
      const decided = verdicts.filter(({ verdict }) => verdict !== 'later')
      if (decided.length > 0) await core.outbox.receive(epoch, history, decided)
      core.relay()
      this.#deps.decided(Math.max(0, ...decided.map(({ number }) => number ?? 0)))
      if (!held()) return 'stop'
    }
  }

  #isDue(entry: Entry): boolean {
    return (this.#parked.get(entry)?.due ?? 0) <= this.#deps.core.deps.monotonic()
  }

  /** A parked change may have been discarded, or decided elsewhere. */
  #forgetParked(toSend: ReadonlySet<Entry>): void {
    for (const entry of this.#parked.keys()) if (!toSend.has(entry)) this.#parked.delete(entry)
  }

  #mark(batch: readonly Entry[], sending: boolean): void {
    for (const entry of batch) entry.sending = sending
    this.#deps.core.noticed()
  }

  #onSuccess(batch: readonly Entry[]): void {
    this.#failures = 0
    this.#most = Math.min(limits.changesPerRequest, this.#most * 2)
    for (const entry of batch) {
      entry.parked = false
      this.#parked.delete(entry)
    }
    // What the server failed on may have been its own state, which has changed since.
    this.unpark()
  }

  /**
   * What to do when the server has not decided; undefined to continue at once with a smaller batch or without this
   * change.
   */
  #undecided(answer: Answer, batch: readonly Entry[]): Ran | undefined {
    if (answer.kind === 'none') return this.#deps.connection.undecided(answer)
    if (answer.status === 403 && codeOf(answer.text) === 'HELD') return this.#deps.connection.pause('revoked')
    if (answer.status === 409) {
      this.#deps.outdated()
      return this.#deps.connection.reached(answer.retryAfterMs)
    }
    if (isNotNow(answer)) return this.#cannotWrite(answer.retryAfterMs)
    if (answer.status === 413 || answer.status === 400) return this.#shrinkBatch(batch)
    if (answer.status < 500 && answer.status !== 200) return this.#deps.connection.undecided(answer)
    // One that was parked before stays parked, so that others do not wait for it again.
    if (batch[0]!.parked) return this.#park(batch[0]!)
    if (this.#failures++ === 0) this.#failingSince = this.#deps.core.deps.monotonic()
    if (this.#failures < failuresUntilHalved) return this.#deps.connection.undecided(answer)
    if (batch.length === 1 && !this.#answersOtherwise()) return this.#deps.connection.undecided(answer)
    this.#shrinkBatch(batch)
    return this.#deps.connection.undecided(answer)
  }

  /** The server is reached; whether it can be read from, the feed finds out. */
  #cannotWrite(retryAfterMs: number | null): Ran {
    const { connection, outdated } = this.#deps
    connection.setReadOnly(true)
    if (connection.kind !== 'online') outdated()
    return { again: 'later', notBeforeMs: retryAfterMs }
  }

  /** A change is not parked because the whole server is down. */
  #answersOtherwise(): boolean {
    return this.#deps.lastPull() > this.#failingSince
  }

  #shrinkBatch(batch: readonly Entry[]): undefined {
    this.#failures = 0
    if (batch.length > 1) this.#halve(batch)
    else for (const entry of batch) this.#park(entry)
  }

  #halve({ length }: readonly Entry[]): void {
    this.#most = Math.max(1, Math.floor(length / 2))
  }

  #park(entry: Entry): undefined {
    const { monotonic, now } = this.#deps.core.deps
    entry.parked = true
    this.#parked.set(entry, { due: monotonic() + hour, at: now() + hour })
    this.#most = limits.changesPerRequest
    this.#deps.core.relay()
  }
}

/** When a parked change is sent again: by the monotonic clock, and by the one that people see. */
interface Parked {
  due: number
  readonly at: number
}

/** The verdicts for a batch, if the answer holds them and belongs to this person. */
function verdictsOf(answer: Answer, batch: readonly Entry[], person: string): Verdict[] | undefined {
  if (answer.kind === 'none' || answer.status !== 200) return undefined
  const parsed = changesAnswer.safeParse(jsonOf(answer.text))
  if (!parsed.success || (parsed.data.person ?? person) !== person) return undefined
  if (parsed.data.results.length !== batch.length) return undefined
  return parsed.data.results.every(({ id }, index) => id === batch[index]!.change.id) ? parsed.data.results : undefined
}
