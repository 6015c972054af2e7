// Operations of verbs, judged like a device's, but server code may set fixed fields and jobs need no permission.
import type { Act } from '#schema/verbs.ts'
import type { Entity, Stamps } from '#schema/kernel/entity.ts'
import { entityNamed, type Row, type TenantEntityName } from '#schema/registry.ts'
import { newId } from '#server/db/new-id.ts'
import type { Values } from '#schema/kernel/parse.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import type { Actor } from '#server/records/actor.ts'
import type { Context } from '#server/records/judge/context.ts'
import { isAllowed } from '#server/records/judge/is-allowed.ts'
import { judgeOperation } from '#server/records/judge/judge.ts'
import { applyAct } from './apply-act.ts'
import { isNewerThan, mayAffectUnknown } from './newer-names.ts'
import type { Stored } from '#server/records/rows/entity-rules.ts'
import type { OpenBatch } from './open-batch.ts'
import type { SubmittedAct, SubmittedOperation } from '#server/records/judge/outcome.ts'
import { type Emptied, isLive, type StoredRow } from '#server/records/rows/stored-row.ts'
import { CodedError } from '#server/records/coded-error.ts'
import type { DependentSet } from '#server/records/rows/working-set.ts'

export type RowFields<Name extends TenantEntityName> = Partial<Omit<Row<Name>, keyof Stamps>>

/** Refused when this has changed since. */
export interface Seen {
  readonly base?: Values
  readonly number?: number | undefined
}

export interface Batch {
  readonly actor: Actor
  readonly at: string
  readonly today: string
  readonly tx: TenantTx
  get<Name extends TenantEntityName>(entity: Name, id: string): Promise<Stored<Name> | null>
  where<Name extends TenantEntityName>(
    entity: Name,
    field: keyof RowFields<Name> & string,
    id: string,
  ): Promise<Stored<Name>[]>
  /** Returns the id of the new row: `id`, where the fields depend on it. */
  create<Name extends TenantEntityName>(entity: Name, fields: RowFields<Name>, id?: string): Promise<string>
  update<Name extends TenantEntityName>(entity: Name, id: string, fields: RowFields<Name>, seen?: Seen): Promise<void>
  remove(entity: TenantEntityName, id: string, seen?: Seen & { readonly moved?: readonly Emptied[] }): Promise<void>
  restore(entity: TenantEntityName, id: string): Promise<void>
  act(act: Act): Promise<void>
  follow(rule: (set: DependentSet) => Promise<void>): Promise<void>
}

interface OpenedBatch {
  readonly actor: Actor
  readonly tx: TenantTx
  readonly context: Context
  readonly otherNames: OpenBatch['otherNames']
  readonly done: SubmittedOperation[]
}

type ParsedAct = Omit<SubmittedAct, 'op'>

interface UntypedBatch extends Omit<Batch, 'act'> {
  act(act: ParsedAct, index?: number): Promise<void>
}

export function batchOver({ actor, tx, otherNames, context, done }: OpenedBatch): UntypedBatch {
  const { set, now, today } = context
  const mayRead = (entity: Entity, row: StoredRow) => isLive(row) && isAllowed(context, entity, 'read', row)

  async function judge(operation: SubmittedOperation, judging = context): Promise<void> {
    const isUndecided = context.viewer ? isNewerThan(otherNames, operation) : mayAffectUnknown(otherNames, operation)
    if (isUndecided) throw new CodedError('NEWER')
    const outcome = await judgeOperation(judging, operation)
    if (outcome.kind === 'rejected') throw new CodedError(outcome.code, outcome.issues)
    if (outcome.kind === 'conflict') throw new CodedError(outcome.code)
    done.push(operation)
  }

  return {
    actor,
    at: now,
    today,
    tx,
    async get(entity, id) {
      const row = await set.get(entity, id)
      return row && mayRead(entityNamed(entity)!, row) ? (row as Stored<never>) : null
    },
    async where(entity, field, id) {
      const rows = await set.children({ entity, field }, id)
      return rows.filter((row) => mayRead(entityNamed(entity)!, row)) as Stored<never>[]
    },
    async create(entity, fields, id = newId()) {
      await judge({ op: 'create', entity, id, fields })
      return id
    },
    update: (entity, id, fields, { base, number } = {}) =>
      judge({ op: 'update', entity, id, fields, base, expect: number }),
    remove: (entity, id, { base, number, moved = [] } = {}) =>
      judge({ op: 'delete', entity, id, ...(base ? { base } : {}), expect: number, deletedIsMissing: true, moved }),
    restore: (entity, id) => judge({ op: 'restore', entity, id }),
    act: (act, index = 0) => applyAct({ context, judge }, act, index),
    follow: (rule) => rule(set),
  }
}
