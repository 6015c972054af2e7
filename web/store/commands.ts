// A person's commands: each becomes one change, which is durable before it is shown.
import type { AnyRow } from '#schema/entity.ts'
import { limits, type Operation } from '#schema/protocol.ts'
import type { EntityName } from '#schema/registry.ts'
import { ownTimeZone } from './own-preferences.ts'
import type { Command, Counted, FieldsOf, CommitResult } from './contract.ts'
import type { Core } from './core.ts'
import type { MadeChange } from './outbox.ts'
import { type Made, makeCreate, makeDelete, makeUpdate, replicated } from './make-change.ts'
import { rememberedOf } from './remember.ts'

export class Commands {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  create<Name extends EntityName>(entity: Name, fields: FieldsOf<Name>): Promise<CommitResult> {
    return this.commit([{ op: 'create', entity, fields } as Command])
  }

  update<Name extends EntityName>(entity: Name, seen: AnyRow, fields: FieldsOf<Name>): Promise<CommitResult> {
    return this.commit([{ op: 'update', entity, seen, fields } as Command])
  }

  remove(entity: EntityName, seen: AnyRow, counted?: Counted): Promise<CommitResult> {
    return this.commit([{ op: 'delete', entity, seen, ...(counted ? { counted } : {}) }])
  }

  async commit(commands: readonly Command[]): Promise<CommitResult> {
    if (commands.length === 0 || commands.length > limits.operationsPerChange)
      throw new Error(`A change holds 1 to ${limits.operationsPerChange} commands, not ${commands.length}`)
    const operations: Operation[] = []
    for (const [at, command] of commands.entries()) {
      const made = this.#make(command)
      if (made?.ok === false) return commands.length === 1 ? made : { ...made, at }
      if (made) operations.push(made.operation)
    }
    const [first] = commands
    const id = operations[0]?.id ?? ('seen' in first! ? first.seen.id : (first!.id ?? ''))
    if (operations.length === 0) return { ok: true, changeId: '', id }
    const [changeId] = await this.commitAll([operations])
    return { ok: true, changeId: changeId!, id }
  }

  /** Commits operations as separate changes in one durable write. They replace the changes in `retries`. */
  async commitAll(
    operations: readonly (readonly Operation[])[],
    retries: readonly string[] = [],
  ): Promise<readonly string[]> {
    const { outbox, tables, deps } = this.#core
    const at = new Date(deps.now()).toISOString()
    const before = Object.assign({}, ...retries.map((id) => outbox.find(id)?.records))
    const made: MadeChange[] = operations.map((ops) => ({
      change: { id: deps.newId(), at, ops: [...ops] },
      records: rememberedOf(tables, ops, before),
    }))
    await outbox.commit(made, retries)
    if (retries.length > 0) this.#core.relay()
    else this.#core.added()
    deps.registerBackgroundSync?.()
    return made.map(({ change }) => change.id)
  }

  /** Null when nothing differs from what the person saw. */
  #make(command: Command): Made<Operation['op']> | null {
    const { newId, today } = this.#core.deps
    switch (command.op) {
      case 'create':
        return makeCreate(command.entity, command.id ?? newId(), command.fields, today(ownTimeZone(this.#core)))
      case 'update':
        return makeUpdate(command.entity, command.seen, command.fields)
      case 'delete':
        return { ok: true, operation: makeDelete(command.entity, command.seen, command.counted) }
      case 'restore':
        return { ok: true, operation: { op: 'restore', entity: replicated(command.entity).name, id: command.id } }
    }
  }
}
