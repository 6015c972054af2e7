// What a person does: each becomes one change, durable before it is shown.
import type { AnyRow } from '#schema/entity.ts'
import type { Change, Operation } from '#schema/protocol.ts'
import type { Outcome } from './contract.ts'
import type { Core } from './core.ts'
import { makeCreate, makeDelete, makeUpdate } from './make-change.ts'

type Fields = Readonly<Record<string, unknown>>

export class Commands {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  async create(entity: string, fields: Fields): Promise<Outcome> {
    const { newId, today } = this.#core.deps
    const made = makeCreate(entity, newId(), fields, today())
    return made.ok ? this.#commit(made.operation) : made
  }

  async update(entity: string, seen: AnyRow, fields: Fields): Promise<Outcome> {
    const made = makeUpdate(entity, seen, fields)
    if (!made) return { ok: true, changeId: '', id: seen.id }
    return made.ok ? this.#commit(made.operation) : made
  }

  remove(entity: string, seen: AnyRow, counted?: Readonly<Record<string, readonly string[]>>): Promise<Outcome> {
    return this.#commit(makeDelete(entity, seen, counted))
  }

  /** Commits operations as changes of their own, in one durable write. */
  async commitAll(
    operations: readonly (readonly Operation[])[],
    retries: readonly string[] = [],
  ): Promise<readonly string[]> {
    const { newId, now, registerBackgroundSync } = this.#core.deps
    const at = new Date(now()).toISOString()
    const changes: Change[] = operations.map((ops) => ({ id: newId(), at, ops: [...ops] }))
    await this.#core.ledger.commit(changes, retries)
    if (retries.length > 0) this.#core.relay()
    else this.#core.added()
    registerBackgroundSync?.()
    return changes.map(({ id }) => id)
  }

  async #commit(operation: Operation): Promise<Outcome> {
    const [changeId] = await this.commitAll([[operation]])
    return { ok: true, changeId: changeId!, id: operation.id }
  }
}
