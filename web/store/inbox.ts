import { groupOf } from '#schema/kernel/entity.ts'
import { createsRow } from '#schema/records/derived-ids.ts'
import { hashOfShown } from '#schema/records/apply-verb.ts'
import type { ShownRow } from '#schema/kernel/verb.ts'
import type { Operation } from '#schema/sync/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import type { Choice } from './base/contract.ts'
import type { CommitResult } from './base/command.ts'
import type { NewChange } from './base/new-change.ts'
import type { ChangeWriter } from './commands.ts'
import type { ShownRows } from './core/shown-rows.ts'
import type { Outbox } from './outbox/outbox.ts'
import { dependentsOf } from './outbox/dependents.ts'
import { restoredOperations, recreatedOperations, missingRows } from './deleted-records.ts'
import { causeIdOf, type Entry, supersededVerdict } from './outbox/outbox-entry.ts'
import { allMine, Choices, followingOperations, settledOperations } from './outbox/settlement.ts'
import type { Tables } from './tables/tables.ts'

type Update = Extract<Operation, { op: 'update' }>

interface InboxDeps {
  readonly outbox: Outbox
  readonly rows: ShownRows
  readonly writer: ChangeWriter
  readonly newId: () => string
}

export class Inbox {
  readonly #outbox: Outbox
  readonly #rows: ShownRows
  readonly #tables: Tables
  readonly #writer: ChangeWriter
  readonly #newId: () => string

  constructor({ outbox, rows, writer, newId }: InboxDeps) {
    this.#outbox = outbox
    this.#rows = rows
    this.#tables = rows.tables
    this.#writer = writer
    this.#newId = newId
  }

  async retry(changeId: string): Promise<CommitResult> {
    const root = this.#find(changeId)
    return this.settle(changeId, allMine(root.verdict?.conflicts ?? []))
  }

  async settle(changeId: string, givenChoices: readonly Choice[]): Promise<CommitResult> {
    const root = this.#find(changeId)
    // The only "theirs" of a deleted record is its deletion, so keeping mine means restoring it.
    if (root.verdict?.code === 'DELETED' && givenChoices.some(({ keep }) => keep === 'mine'))
      return this.restoreAndApply(changeId)
    const choices = new Choices(givenChoices, root.verdict?.conflicts ?? [])
    const ownOperations = root.verdict?.conflicts?.length
      ? settledOperations(root, choices, this.#tables)
      : this.#rebased(root, choices)
    const following = this.#supersededBy(root)
    const accepted = root.verdict?.result?.theirs
    const ops = accepted ? ownOperations.map((operation) => expecting(operation, accepted)) : ownOperations
    const changes = following.map((entry) => ({ ops: followingOperations(entry, choices), shown: entry.shown }))
    return this.#commit(root, [{ ops, shown: accepted ?? root.shown }, ...changes], following)
  }

  async restoreAndApply(changeId: string): Promise<CommitResult> {
    const root = this.#find(changeId)
    const following = this.#withSameMissingRecords(root)
    const ops = restoredOperations(root, this.#tables)
    const changes = following.map(({ change, shown }) => ({ ops: change.ops, shown }))
    return this.#commit(root, [{ ops, shown: root.shown }, ...changes], following)
  }

  async recreate(changeId: string): Promise<CommitResult> {
    const root = this.#find(changeId)
    const following = this.#withSameMissingRecords(root)
    const recreated = recreatedOperations(root, following, this.#tables, this.#newId, this.#writer.today)
    if (!('operations' in recreated)) return recreated
    const entries = [root, ...following]
    const changes = recreated.operations.map((ops, at) => ({ ops, shown: entries[at]!.shown }))
    return this.#commit(root, changes, following, recreated.id)
  }

  async #commit(
    root: Entry,
    newChanges: readonly NewChange[],
    following: readonly Entry[],
    id = root.change.ops[0]!.id,
  ): Promise<CommitResult> {
    const ids = [root, ...following].map(({ change }) => change.id)
    const changes = newChanges.filter(({ ops }) => ops.length > 0)
    if (changes.length > 0) {
      const [changeId] = await this.#writer.commitOperations(changes, ids)
      return { ok: true, changeId: changeId!, id }
    }
    await this.#outbox.discard(ids, [])
    this.#rows.reapply()
    return { ok: true, changeId: '', id }
  }

  /** Changes that only touch rows it created go with it; other dependents need attention. */
  async discard(changeId: string): Promise<void> {
    const root = this.#find(changeId)
    const waiting = this.#outbox.toSend().filter((entry) => entry !== root && causeIdOf(entry) === null)
    const dependents = root.verdict
      ? []
      : dependentsOf([{ entry: root, verdict: supersededVerdict(changeId) }], waiting)
    const discardedToo = dependents
      .filter(({ entry }) => entry.change.ops.every(({ id }) => createsRow(root.change, id)))
      .map(({ entry }) => entry)
    const ids = [root, ...this.#supersededBy(root), ...discardedToo].map(({ change }) => change.id)
    const superseded = dependents
      .filter(({ entry }) => !discardedToo.includes(entry))
      .map(({ entry }) => ({ id: entry.change.id, because: changeId }))
    await this.#outbox.discard(ids, superseded)
    this.#rows.reapply()
  }

  #find(changeId: string): Entry {
    const entry = this.#outbox.find(changeId)
    const state = entry && this.#rows.stateOf(entry)
    if (!entry || state === 'discarded' || state === 'settled' || state === 'durable') {
      throw new Error(`No such change waits or needs attention: ${changeId}`)
    }
    return entry
  }

  #supersededBy({ change }: Entry): Entry[] {
    return this.#outbox.entries.filter((entry) => causeIdOf(entry) === change.id && !entry.discarded)
  }

  #withSameMissingRecords(root: Entry): Entry[] {
    const missing = missingRows(root.change.ops, this.#tables)
    return this.#outbox.entries.filter(
      (entry) =>
        entry.order > root.order &&
        this.#rows.stateOf(entry) === 'attention' &&
        (causeIdOf(entry) === root.change.id ||
          (causeIdOf(entry) === null &&
            missingRows(entry.change.ops, this.#tables).some(({ id }) => missing.some((each) => each.id === id)))),
    )
  }

  #rebased(entry: Entry, choices: Choices): Operation[] {
    const made = settledOperations(entry, choices, this.#tables)
    return made.flatMap((operation) =>
      operation.op === 'update' ? rebasedUpdate(operation, this.#tables) : [operation],
    )
  }
}

/** The person accepts the result that the server has now. */
const expecting = (operation: Operation, shown: readonly ShownRow[]): Operation =>
  operation.op === 'act' && operation.expect !== undefined ? { ...operation, expect: hashOfShown(shown) } : operation

function rebasedUpdate(operation: Update, tables: Tables): Operation[] {
  const { entity, id } = operation
  const definition = entityNamed(entity)
  const row = tables.of(entity).get(id)
  if (!row) return [operation]
  const fields = Object.entries(operation.fields).filter(([field, value]) => row[field] !== value)
  if (fields.length === 0) return []
  const touched = new Set(fields.flatMap(([field]) => (definition ? groupOf(definition, field) : [field])))
  const base = Object.fromEntries([...touched].map((field) => [field, row[field] ?? null]))
  const seen = row.number > 0 ? { seen: row.number } : {}
  return [{ op: 'update', entity, id, fields: Object.fromEntries(fields), base, ...seen }]
}
