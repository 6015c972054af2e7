// What each row of a batch means for the rows that are there: a new one, a change of one, or nothing.
import { hash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Entity } from '#schema/entity.ts'
import type { ReadRow } from '#schema/import/read-row.ts'
import type { Reason } from '#schema/import/reasons.ts'
import { parseCreate, type Values } from '#schema/parse.ts'
import { identityColumns, storedColumns, wireList } from '../db/columns.ts'
import type { TenantTx } from '../db/database.ts'
import type { SubmittedChange, SubmittedOperation } from '../records/outcome.ts'
import type { RowIndex } from './row-index.ts'

export type Plan =
  | { readonly kind: 'refused'; readonly reasons: readonly Reason[] }
  | { readonly kind: 'unchanged'; readonly id: string }
  | {
      readonly kind: 'created' | 'updated'
      readonly id: string
      /** What the row will hold. */
      readonly values: Values
      /** Absent for a row that a trial only imagines: no row of the database. */
      readonly change?: SubmittedChange
    }

export interface PlanContext {
  readonly of: Entity
  readonly key: readonly string[]
  readonly repeats: boolean
  readonly today: string
  readonly index: RowIndex
  /** The rows that this run has met already; of a repeating entity each counts once. */
  readonly taken: ReadonlySet<string>
  /** What rows will hold that earlier batches of a trial made or changed. */
  readonly imagined: ReadonlyMap<string, Values>
}

type Stored = Values & { readonly id: string; readonly number?: number }

async function readStored(tx: TenantTx, of: Entity, ids: readonly string[]): Promise<Stored[]> {
  if (!ids.length) return []
  const columns = [...identityColumns, ...storedColumns(of).filter(({ name }) => Object.hasOwn(of.fields, name))]
  return tx.query<Stored>(
    `select ${wireList(columns, 't')} from ${of.table} t where t.tenant_id = $1 and t.id = any($2::uuid[])`,
    [tx.tenantId, ids],
  )
}

/** Plans the rows in order; each sees what the ones before it will have done. */
export async function planRows(tx: TenantTx, context: PlanContext, rows: readonly ReadRow[]): Promise<Plan[]> {
  const { of, key, repeats, index } = context
  const readable = rows.filter(({ reasons }) => !reasons.length)
  const ids = new Set(readable.flatMap(({ values }) => (repeats ? index.find(values) : index.findOne(values))))
  const stored = new Map<string, Stored>((await readStored(tx, of, [...ids])).map((row) => [row.id, row]))
  for (const [id, values] of context.imagined) if (ids.has(id)) stored.set(id, { ...values, id })
  const taken = new Set<string>()
  const made = new Set<string>()

  /** The row that is meant: of several like ones the first that nobody has met, best one that needs no change. */
  function match(values: Values): Stored | 'ambiguous' | undefined {
    if (!repeats) {
      const [id, ...others] = index.findOne(values)
      return others.length ? 'ambiguous' : id === undefined ? undefined : stored.get(id)
    }
    const free = index.find(values).flatMap((id) => (context.taken.has(id) || taken.has(id) ? [] : [stored.get(id)!]))
    return free.find((row) => !Object.keys(changesOf(row, values, key)).length) ?? free[0]
  }

  function plan({ values, reasons }: ReadRow): Plan {
    if (reasons.length) return { kind: 'refused', reasons }
    const there = match(values)
    if (there === 'ambiguous')
      return { kind: 'refused', reasons: [{ at: null, key: 'ambiguousKey', params: { many: of.name } }] }
    return there ? planUpdate(there, values) : planCreate(values)
  }

  function planCreate(given: Values): Plan {
    const parsed = parseCreate(of, given, 'refuse', context.today)
    if (!parsed.ok)
      return { kind: 'refused', reasons: Object.entries(parsed.issues).map(([at, issue]) => ({ at, ...issue })) }
    const id = uuidv7()
    const { values } = parsed
    index.add(id, values)
    made.add(id)
    stored.set(id, { ...values, id })
    taken.add(id)
    return { kind: 'created', id, values, change: changeOf({ op: 'create', entity: of.name, id, fields: given }) }
  }

  function planUpdate(there: Stored, values: Values): Plan {
    const { id } = there
    taken.add(id)
    const fields = changesOf(there, values, key)
    const names = Object.keys(fields)
    if (!names.length) return { kind: 'unchanged', id }
    const after = { ...there, ...fields }
    stored.set(id, after)
    if (context.imagined.has(id)) return { kind: 'updated', id, values: after }
    const base = Object.fromEntries(names.map((name) => [name, there[name] ?? null]))
    const seen = there.number === undefined || made.has(id) ? {} : { seen: there.number }
    const change = changeOf({ op: 'update', entity: of.name, id, fields, base, ...seen })
    return { kind: 'updated', id, values: after, change }
  }

  return rows.map(plan)
}

/** The fields that the file says otherwise; those of the key are the same but for letter case, and stay as they are. */
const changesOf = (there: Stored, values: Values, key: readonly string[]): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !key.includes(name) && (there[name] ?? null) !== (value ?? null)),
  )

const changeOf = (op: SubmittedOperation): SubmittedChange => ({
  id: uuidv7(),
  hash: hash('sha256', JSON.stringify(op)),
  unknownFields: 'refuse',
  ops: [op],
})
