// Makes the person's changes: durable first, then shown.
import { limits, type Operation } from '#schema/sync/protocol.ts'
import type { Command, CommitResult } from './base/command.ts'
import type { StoreDeps } from './base/deps.ts'
import type { FileOwner } from './base/pending-upload.ts'
import { makeOperation } from './core/operations.ts'
import { personTimeZone } from './core/person-time-zone.ts'
import type { ShownRows } from './core/shown-rows.ts'
import type { PendingUploads } from './files/pending-uploads.ts'
import type { MadeChange, Outbox } from './outbox/outbox.ts'
import { rememberedOf } from './outbox/referenced-records.ts'

interface ChangeWriterDeps extends Pick<StoreDeps, 'identity' | 'newId' | 'now' | 'today'> {
  readonly outbox: Outbox
  readonly rows: ShownRows
  readonly files: Pick<PendingUploads, 'add'>
}

export class ChangeWriter {
  readonly #deps: ChangeWriterDeps

  constructor(deps: ChangeWriterDeps) {
    this.#deps = deps
  }

  get today(): string {
    const { today, rows, identity } = this.#deps
    return today(personTimeZone(rows.tables, identity.id))
  }

  async commit(commands: readonly Command[], file?: File): Promise<CommitResult> {
    if (commands.length === 0 || commands.length > limits.operationsPerChange)
      throw new Error(`A change holds 1 to ${limits.operationsPerChange} commands, not ${commands.length}`)
    const { newId, files } = this.#deps
    const { today } = this
    const operations: Operation[] = []
    for (const [at, command] of commands.entries()) {
      const made = makeOperation(command, newId, today)
      if (made?.ok === false) return commands.length === 1 ? made : { ...made, at }
      if (made) operations.push(made.operation)
    }
    const [first] = commands
    const id = operations[0]?.id ?? ('seen' in first! ? first.seen.id : (first!.id ?? ''))
    if (operations.length === 0) return { ok: true, changeId: '', id }
    const change = newId()
    const commit = () => this.commitOperations([operations], [], [change])
    const created = operations.find(({ op }) => op === 'create')
    if (file && created) await files.add(created as FileOwner, file, { change, commit })
    else await commit()
    return { ok: true, changeId: change, id }
  }

  /** Separate changes in one durable write, in place of those in `retries`. */
  async commitOperations(
    operations: readonly (readonly Operation[])[],
    retries: readonly string[] = [],
    ids: readonly string[] = [],
  ): Promise<readonly string[]> {
    const { outbox, rows, now, newId } = this.#deps
    const at = new Date(now()).toISOString()
    const before = Object.assign({}, ...retries.map((id) => outbox.find(id)?.records))
    const made: MadeChange[] = operations.map((ops, index) => ({
      change: { id: ids[index] ?? newId(), at, ops: [...ops] },
      records: rememberedOf(rows.tables, ops, before),
    }))
    await outbox.commit(made, retries)
    if (retries.length > 0) rows.reapply()
    else rows.applyNew()
    return made.map(({ change }) => change.id)
  }
}
