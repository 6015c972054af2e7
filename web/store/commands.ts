import type { ShownRow } from '#schema/kernel/verb.ts'
import { limits, type Operation } from '#schema/sync/protocol.ts'
import type { Command, CommitResult } from './base/command.ts'
import type { StoreDeps } from './base/deps.ts'
import type { NewChange } from './base/new-change.ts'
import type { FileOwner } from './base/pending-upload.ts'
import { makeOperation } from './core/operations.ts'
import { personTimeZone } from './core/person-time-zone.ts'
import type { ShownRows } from './core/shown-rows.ts'
import type { PendingUploads } from './files/pending-uploads.ts'
import type { MadeChange, Outbox } from './outbox/outbox.ts'
import { recordsFor } from './outbox/referenced-records.ts'
import { inverseOf } from './undo/inverse.ts'
import type { UndoStack } from './undo/undo-stack.ts'

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

  async commit(commands: readonly Command[], file?: File, undo?: Pick<UndoStack, 'add'>): Promise<CommitResult> {
    if (commands.length === 0 || commands.length > limits.operationsPerChange)
      throw new Error(`A change holds 1 to ${limits.operationsPerChange} commands, not ${commands.length}`)
    const { newId, rows, files, identity, now } = this.#deps
    const { today } = this
    const changeId = newId()
    const operations: Operation[] = []
    let shown: readonly ShownRow[] | undefined
    for (const [index, command] of commands.entries()) {
      const making = { newId, today, tables: rows.tables, changeId, index: operations.length }
      const made = makeOperation(command, making)
      if (made?.ok === false) return commands.length === 1 ? made : { ...made, at: index }
      if (made) operations.push(made.operation)
      shown ??= made?.shown
      if (shown && commands.length > 1) throw new Error('The result of an act would depend on the other commands')
    }
    const [first] = commands
    const id = operations[0]?.id ?? ('seen' in first! ? first.seen.id : (first!.id ?? ''))
    if (operations.length === 0) return { ok: true, changeId: '', id }
    const at = new Date(now()).toISOString()
    const inverse = inverseOf({ ops: operations, shown }, { tables: rows.tables, identity, changeId, at, today })
    const commit = () => this.#write([{ id: changeId, ops: operations, shown }], [])
    const created = operations.find(({ op }) => op === 'create')
    if (file && created) await files.add(created as FileOwner, file, { change: changeId, commit })
    else await commit()
    undo?.add(changeId, operations, inverse)
    return { ok: true, changeId, id }
  }

  /** Separate changes in one durable write, in place of those in `retries`. Returns their ids. */
  async commitOperations(changes: readonly NewChange[], retries: readonly string[]): Promise<readonly string[]> {
    const made = changes.map((change) => ({ ...change, id: this.#deps.newId() }))
    await this.#write(made, retries)
    return made.map(({ id }) => id)
  }

  async #write(changes: readonly (NewChange & { readonly id: string })[], retries: readonly string[]): Promise<void> {
    const { outbox, rows, now } = this.#deps
    const at = new Date(now()).toISOString()
    const previousRecords = Object.assign({}, ...retries.map((id) => outbox.find(id)?.records))
    const made = changes.map(({ id, ops, shown }): MadeChange => ({
      change: { id, at, ops: [...ops] },
      records: recordsFor(rows.tables, ops, previousRecords, shown),
      shown,
    }))
    await outbox.commit(made, retries)
    if (retries.length > 0) rows.reapply()
    else rows.applyNew()
  }
}
