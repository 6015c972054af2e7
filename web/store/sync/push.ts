// Sends pending changes in order. Only a 200 decides; anything else means "try again".
import { changesResponse, changesPath, limits, type Verdict } from '#schema/sync/protocol.ts'
import { extraKeysOf, bodyOf, nextBatch } from '#web/store/outbox/batch.ts'
import type { StoreDeps } from '#web/store/base/deps.ts'
import type { CurrentEpoch } from '#web/store/core/current-epoch.ts'
import type { ShownRows } from '#web/store/core/shown-rows.ts'
import type { DeviceNotes } from '#web/store/disk/device-notes.ts'
import type { Outbox } from '#web/store/outbox/outbox.ts'
import type { Entry } from '#web/store/outbox/outbox-entry.ts'
import type { ConnectionState } from '#web/store/wire/connection-state.ts'
import { type SendResult, type SendJson, codeOf, isSuspended, isUnavailable, jsonOf } from '#web/store/wire/request.ts'
import type { RunResult } from '#web/store/base/retrying-task.ts'

const hourMs = 3_600_000
const maxFailures = 3
/** A request that fails after this long was too large for the connection. */
const slowRequestMs = 10_000

export interface PushDeps extends Pick<StoreDeps, 'identity' | 'now' | 'monotonic'> {
  readonly outbox: Outbox
  readonly rows: Pick<ShownRows, 'reapply'>
  readonly epoch: Pick<CurrentEpoch, 'target' | 'knownCheckpoint'>
  readonly notes: Pick<DeviceNotes, 'client'>
  readonly sendJson: SendJson
  readonly maySync: () => boolean
  readonly connection: ConnectionState
  /**
   * Resolves when the changes of other tabs are known here: a change must not be sent before the changes it builds on.
   */
  readonly waitForOtherTabs?: () => Promise<void>
  readonly sendingChanged: () => void
  readonly onDecided: (number: number) => void
  readonly onOutdated: () => void
  /** When the feed was last read successfully, by the monotonic clock. */
  readonly lastPull: () => number
}

export class Push {
  readonly #deps: PushDeps
  readonly #parked = new Map<Entry, ParkedEntry>()
  #batchSize: number = limits.changesPerRequest
  #failures = 0
  #failingSince = 0
  #isDeferring = false

  constructor(deps: PushDeps) {
    this.#deps = deps
  }

  /** Whether the server deferred only some of the changes, so new ones can be sent immediately. */
  get isDeferring(): boolean {
    return this.#isDeferring
  }

  get nextDue(): number | null {
    return this.#parked.size === 0 ? null : Math.min(...[...this.#parked.values()].map(({ dueAt }) => dueAt))
  }

  get parked(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#parked].map(([{ change }, { at }]) => [change.id, at]))
  }

  unpark(): void {
    for (const parked of this.#parked.values()) parked.dueAt = -Infinity
  }

  async sendChanges(): Promise<RunResult> {
    const { outbox, epoch, rows, notes, identity, monotonic, sendJson, maySync, connection } = this.#deps
    this.#isDeferring = false
    const deferred = new Set<Entry>()
    /** A change deferred for a newer server does not count as recovery. */
    let isRecovering = false
    for (;;) {
      await this.#deps.waitForOtherTabs?.()
      if (!maySync()) return 'stop'
      const { target } = epoch
      if (!target) return 'done'
      const { epochNumber } = outbox
      const toSend = outbox.toSend()
      this.#forgetParked(new Set(toSend))
      const extraKeys = extraKeysOf(toSend, outbox.epochs)
      const batch = nextBatch(toSend, {
        max: this.#batchSize,
        isDue: (entry) => this.#isDue(entry),
        deferred,
        extraKeys,
      })
      if (batch.length === 0) {
        connection.setRecovering(isRecovering)
        this.#isDeferring = deferred.size > 0
        return deferred.size > 0 ? { again: 'later', notBeforeMs: null } : 'done'
      }
      this.#setSending(batch, true)
      const startedAt = monotonic()
      const response = await sendJson(changesPath, bodyOf(notes.client, epoch.knownCheckpoint, batch, extraKeys))
      this.#setSending(batch, false)
      if (!maySync()) return 'stop'
      const verdicts = verdictsOf(response, batch, identity.id)
      if (!verdicts) {
        if (response.kind === 'none' && monotonic() - startedAt >= slowRequestMs) this.#halveBatch(batch)
        const result = this.#undecided(response, batch)
        if (result) return result
        continue
      }
      connection.markOnline()
      connection.throttle(false)
      connection.setReadOnly(false)
      this.#onSuccess(batch)
      for (const [index, { verdict, code }] of verdicts.entries()) {
        if (verdict !== 'later') continue
        deferred.add(batch[index]!)
        isRecovering ||= code !== 'NEWER'
      }
      const decided = verdicts.filter(({ verdict }) => verdict !== 'later')
      if (decided.length > 0) await outbox.recordVerdicts(target.epoch, epochNumber, decided)
      rows.reapply()
      this.#deps.onDecided(Math.max(0, ...decided.map(({ number }) => number ?? 0)))
      if (!maySync()) return 'stop'
    }
  }

  #isDue(entry: Entry): boolean {
    return (this.#parked.get(entry)?.dueAt ?? 0) <= this.#deps.monotonic()
  }

  #forgetParked(toSend: ReadonlySet<Entry>): void {
    for (const entry of this.#parked.keys()) if (!toSend.has(entry)) this.#parked.delete(entry)
  }

  #setSending(batch: readonly Entry[], sending: boolean): void {
    for (const entry of batch) entry.sending = sending
    this.#deps.sendingChanged()
  }

  #onSuccess(batch: readonly Entry[]): void {
    this.#failures = 0
    this.#batchSize = Math.min(limits.changesPerRequest, this.#batchSize * 2)
    for (const entry of batch) {
      entry.parked = false
      this.#parked.delete(entry)
    }
    // The server may have failed because of its own state, which has changed since.
    this.unpark()
  }

  /** Undefined to continue immediately with a smaller batch or without this change. */
  #undecided(response: SendResult, batch: readonly Entry[]): RunResult | undefined {
    if (response.kind === 'none') return this.#deps.connection.retryAfterUndecided(response)
    if (response.status === 403 && codeOf(response.text) === 'HELD') return this.#deps.connection.pause('revoked')
    if (response.status === 409) {
      this.#deps.onOutdated()
      return this.#deps.connection.retryLater(response.retryAfterMs)
    }
    if (isSuspended(response)) return this.#deps.connection.retryAfterUndecided(response)
    if (isUnavailable(response)) return this.#cannotWrite(response.retryAfterMs)
    if (response.status === 413 || response.status === 400) return this.#shrinkBatch(batch)
    if (response.status < 500 && response.status !== 200) return this.#deps.connection.retryAfterUndecided(response)
    // A change that was parked before stays parked, so that others do not wait for it again.
    if (batch[0]!.parked) return this.#parkEntry(batch[0]!)
    if (this.#failures++ === 0) this.#failingSince = this.#deps.monotonic()
    if (this.#failures < maxFailures) return this.#deps.connection.retryAfterUndecided(response)
    if (batch.length === 1 && !this.#isServerResponding()) return this.#deps.connection.retryAfterUndecided(response)
    this.#shrinkBatch(batch)
    return this.#deps.connection.retryAfterUndecided(response)
  }

  #cannotWrite(retryAfterMs: number | null): RunResult {
    const { connection, onOutdated } = this.#deps
    connection.setReadOnly(true)
    if (connection.kind !== 'online') onOutdated()
    return { again: 'later', notBeforeMs: retryAfterMs }
  }

  #isServerResponding(): boolean {
    return this.#deps.lastPull() > this.#failingSince
  }

  #shrinkBatch(batch: readonly Entry[]): undefined {
    this.#failures = 0
    if (batch.length > 1) this.#halveBatch(batch)
    else for (const entry of batch) this.#parkEntry(entry)
  }

  #halveBatch({ length }: readonly Entry[]): void {
    this.#batchSize = Math.max(1, Math.floor(length / 2))
  }

  #parkEntry(entry: Entry): undefined {
    const { monotonic, now, rows } = this.#deps
    entry.parked = true
    this.#parked.set(entry, { dueAt: monotonic() + hourMs, at: now() + hourMs })
    this.#batchSize = limits.changesPerRequest
    rows.reapply()
  }
}

/** When a parked change is sent again, by the monotonic clock and by the displayed one. */
interface ParkedEntry {
  dueAt: number
  readonly at: number
}

function verdictsOf(response: SendResult, batch: readonly Entry[], person: string): Verdict[] | undefined {
  if (response.kind === 'none' || response.status !== 200) return undefined
  const parsed = changesResponse.safeParse(jsonOf(response.text))
  if (!parsed.success || (parsed.data.person ?? person) !== person) return undefined
  if (parsed.data.results.length !== batch.length) return undefined
  return parsed.data.results.every(({ id }, index) => id === batch[index]!.change.id) ? parsed.data.results : undefined
}
