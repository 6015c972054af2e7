// What a person decides about changes that came back: try again with what is here now, or let go.
import { groupOf } from '#schema/entity.ts'
import { withRows } from '#schema/protocol.ts'
import type { Operation } from '#schema/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import type { Outcome } from './contract.ts'
import type { Commands } from './commands.ts'
import type { Core } from './core.ts'
import { dependentsOf, supersededVerdict } from './dependents.ts'
import { refusedFields } from './ledger-entry.ts'
import type { Entry } from './ledger-entry.ts'

type Update = Extract<Operation, { op: 'update' }>
type Delete = Extract<Operation, { op: 'delete' }>

export class Inbox {
  readonly #core: Core
  readonly #commands: Commands

  constructor(core: Core, commands: Commands) {
    this.#core = core
    this.#commands = commands
  }

  /** New changes of this one and of those that went with it, each with a base of what is shown now. */
  async retry(changeId: string): Promise<Outcome> {
    const root = this.#find(changeId)
    const entries = [root, ...this.#wentWith(root)]
    const operations = entries.map((entry) => this.#afresh(entry)).filter((ops) => ops.length > 0)
    const ids = entries.map(({ change }) => change.id)
    const id = root.change.ops[0]!.id
    if (operations.length === 0) {
      await this.#core.ledger.discard(ids, [])
      this.#core.relay()
      return { ok: true, changeId: '', id }
    }
    const [retried] = await this.#commands.commitAll(operations, ids)
    return { ok: true, changeId: retried!, id }
  }

  /** Lets go of a change; what builds on it needs attention, what only changed a row it created goes with it. */
  async discard(changeId: string): Promise<void> {
    const root = this.#find(changeId)
    const created = new Set(root.change.ops.filter(({ op }) => op === 'create').map(({ id }) => id))
    const waiting = this.#core.toSend().filter((entry) => entry !== root)
    const dependents = root.verdict
      ? []
      : dependentsOf([{ entry: root, verdict: supersededVerdict(changeId) }], waiting)
    const goes = dependents
      .filter(({ entry }) => entry.change.ops.every(({ id }) => created.has(id)))
      .map(({ entry }) => entry)
    const ids = [root, ...this.#wentWith(root), ...goes].map(({ change }) => change.id)
    const superseded = dependents
      .filter(({ entry }) => !goes.includes(entry) && !entry.sentBefore)
      .map(({ entry }) => ({ id: entry.change.id, because: changeId }))
    await this.#core.ledger.discard(ids, superseded)
    this.#core.relay()
  }

  #find(changeId: string): Entry {
    const entry = this.#core.ledger.find(changeId)
    const state = entry && this.#core.stateOf(entry)
    if (!entry || state === 'discarded' || state === 'settled' || state === 'durable') {
      throw new Error(`No such change waits or needs attention: ${changeId}`)
    }
    return entry
  }

  #wentWith({ change }: Entry): Entry[] {
    return this.#core.ledger.entries.filter((entry) => entry.because === change.id && !entry.discarded)
  }

  /** The operations of a change as they would be made now. */
  #afresh(entry: Entry): Operation[] {
    return entry.change.ops.flatMap((operation) => {
      if (operation.op === 'create' || operation.op === 'restore') return [operation]
      return operation.op === 'delete' ? [this.#deleteAfresh(operation)] : this.#updateAfresh(operation, entry)
    })
  }

  #updateAfresh(operation: Update, { verdict }: Entry): Operation[] {
    const of = entityNamed(operation.entity)
    const row = this.#core.tables.of(operation.entity).get(operation.id)
    const wanted = verdict ? refusedFields(operation, verdict) : new Set(Object.keys(operation.fields))
    const fields = Object.entries(operation.fields).filter(
      ([field, value]) => wanted.has(field) && (!row || row[field] !== value),
    )
    if (fields.length === 0) return []
    if (!row) return [{ ...operation, fields: Object.fromEntries(fields) }]
    const touched = new Set(fields.flatMap(([field]) => (of ? groupOf(of, field) : [field])))
    const base = Object.fromEntries([...touched].map((field) => [field, row[field] ?? null]))
    return [
      {
        op: 'update',
        entity: operation.entity,
        id: operation.id,
        fields: Object.fromEntries(fields),
        base,
        ...(row.number > 0 ? { seen: row.number } : {}),
      },
    ]
  }

  /** Names again the rows that hang on this one now: the person has seen what changed. */
  #deleteAfresh(operation: Delete): Operation {
    const row = this.#core.tables.of(operation.entity).get(operation.id)
    const { base } = operation
    if (!row || !base) return operation
    const of = entityNamed(operation.entity)
    const counted = Object.keys((base[withRows] as Record<string, unknown> | undefined) ?? {}).map((entity) => {
      const link = of?.cascade.find((each) => each.entity === entity)
      return [
        entity,
        link
          ? this.#core.tables
              .of(entity)
              .where(link.field, row.id)
              .map(({ id }) => id)
          : [],
      ]
    })
    const seen = Object.keys(base)
      .filter((field) => field !== withRows)
      .map((field) => [field, row[field] ?? null])
    const fresh = {
      ...Object.fromEntries(seen),
      ...(withRows in base ? { [withRows]: Object.fromEntries(counted) } : {}),
    }
    return {
      op: 'delete',
      entity: operation.entity,
      id: operation.id,
      base: fresh,
      ...(row.number > 0 ? { seen: row.number } : {}),
    }
  }
}
