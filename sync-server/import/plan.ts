// Decides for each row whether to create, update or skip.
import { v7 as uuidv7 } from 'uuid'
import type { Entity } from '#schema/kernel/entity.ts'
import type { ParsedRow } from '#schema/import/read-row.ts'
import type { Reason } from '#schema/import/reasons.ts'
import type { Issues } from '#schema/kernel/issues.ts'
import { parseCreate, type Values } from '#schema/kernel/parse.ts'
import { phoneIssues } from '#schema/kernel/phone.ts'
import { identityColumns, storedColumns, wireList } from '#server/db/tables/columns.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import { hashOf } from '#server/records/hash-of.ts'
import type { SubmittedChange, SubmittedOperation } from '#server/records/judge/outcome.ts'
import type { RowIndex } from './row-index.ts'

export type Plan =
  | { readonly kind: 'refused'; readonly reasons: readonly Reason[] }
  | { readonly kind: 'unchanged'; readonly id: string }
  | {
      readonly kind: 'created' | 'updated'
      readonly id: string
      /** After the import. */
      readonly values: Values
      /** Absent for a row that only exists in a dry run. */
      readonly change?: SubmittedChange
      /** Fields of an existing row that are overwritten. */
      readonly fields?: readonly string[]
    }

export interface PlanContext {
  readonly of: Entity
  readonly key: readonly string[]
  readonly repeats: boolean
  readonly today: string
  readonly index: RowIndex
  /** Rows matched earlier in this run; duplicates match one row each. */
  readonly matched: ReadonlySet<string>
  /** Dry run: values from earlier batches. */
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

/** Each plan takes the earlier ones into account. */
export async function planRows(tx: TenantTx, context: PlanContext, rows: readonly ParsedRow[]): Promise<Plan[]> {
  const { of, key, repeats, index } = context
  const readable = rows.filter(({ reasons }) => !reasons.length)
  const ids = new Set(readable.flatMap(({ values }) => (repeats ? index.find(values) : index.findOne(values))))
  const stored = new Map<string, Stored>((await readStored(tx, of, [...ids])).map((row) => [row.id, row]))
  for (const [id, values] of context.imagined) if (ids.has(id)) stored.set(id, { ...values, id })
  const matched = new Set<string>()
  const made = new Set<string>()

  /** Among equal rows, the first unmatched one, preferably one without changes. */
  function match(values: Values): Stored | 'ambiguous' | undefined {
    if (!repeats) {
      const [id, ...others] = index.findOne(values)
      return others.length ? 'ambiguous' : id === undefined ? undefined : stored.get(id)
    }
    const free = index
      .find(values)
      .flatMap((id) => (context.matched.has(id) || matched.has(id) ? [] : [stored.get(id)!]))
    return free.find((row) => !Object.keys(changesOf(row, values, key)).length) ?? free[0]
  }

  function plan({ values, reasons }: ParsedRow): Plan {
    if (reasons.length) return { kind: 'refused', reasons }
    const there = match(values)
    if (there === 'ambiguous')
      return { kind: 'refused', reasons: [{ at: null, key: 'ambiguousKey', params: { many: of.name } }] }
    return there ? planUpdate(there, values) : planCreate(values)
  }

  function planCreate(given: Values): Plan {
    const parsed = parseCreate(of, given, 'refuse', context.today)
    const issues = parsed.ok ? phoneIssues(of, parsed.values, null) : parsed.issues
    if (!parsed.ok || Object.keys(issues).length > 0) return refusedFor(issues)
    const id = uuidv7()
    const { values } = parsed
    index.add(id, values)
    made.add(id)
    stored.set(id, { ...values, id })
    matched.add(id)
    return { kind: 'created', id, values, change: changeOf({ op: 'create', entity: of.name, id, fields: given }) }
  }

  function planUpdate(there: Stored, values: Values): Plan {
    const { id } = there
    matched.add(id)
    const fields = changesOf(there, values, key)
    const names = Object.keys(fields)
    if (!names.length) return { kind: 'unchanged', id }
    const issues = phoneIssues(of, fields, there)
    if (Object.keys(issues).length > 0) return refusedFor(issues)
    const after = { ...there, ...fields }
    stored.set(id, after)
    if (context.imagined.has(id)) return { kind: 'updated', id, values: after, fields: names }
    const base = Object.fromEntries(names.map((name) => [name, there[name] ?? null]))
    const seen = there.number === undefined || made.has(id) ? {} : { seen: there.number }
    const change = changeOf({ op: 'update', entity: of.name, id, fields, base, ...seen })
    return { kind: 'updated', id, values: after, change, fields: names }
  }

  return rows.map(plan)
}

/** Key fields differ in letter case at most, and stay. */
const changesOf = (there: Stored, values: Values, key: readonly string[]): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !key.includes(name) && (there[name] ?? null) !== (value ?? null)),
  )

const changeOf = (op: SubmittedOperation): SubmittedChange => ({
  id: uuidv7(),
  hash: hashOf(op),
  unknownFields: 'refuse',
  ops: [op],
})

const refusedFor = (issues: Issues): Plan => ({
  kind: 'refused',
  reasons: Object.entries(issues).map(([at, issue]) => ({ at, ...issue })),
})
