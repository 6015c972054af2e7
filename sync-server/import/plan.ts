// Takes into account earlier rows of the run.
import { v7 as uuidv7 } from 'uuid'
import type { Entity } from '#schema/kernel/entity.ts'
import type { ParsedRow } from '#schema/import/read-row.ts'
import type { Reason } from '#schema/import/reasons.ts'
import { isIssueKey, type Issues } from '#schema/kernel/issues.ts'
import { parseCreate, type Values } from '#schema/kernel/parse.ts'
import { phoneIssues } from '#schema/kernel/phone.ts'
import { isSame } from '#schema/records/change.ts'
import { changedFields } from '#schema/records/changed-fields.ts'
import { isAccepted, type Verdict } from '#schema/sync/protocol.ts'
import { identityColumns, storedColumns, wireList } from '#server/db/tables/columns.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import { hashOf } from '#server/records/hash-of.ts'
import type { SubmittedChange, SubmittedOperation } from '#server/records/judge/outcome.ts'
import { createRowIndex } from './row-index.ts'

interface RefusedRow {
  readonly kind: 'refused'
  readonly reasons: readonly Reason[]
}

export type Plan =
  | RefusedRow
  | { readonly kind: 'unchanged'; readonly id: string }
  | {
      readonly kind: 'created' | 'updated'
      readonly id: string
      /** After the import. */
      readonly values: Values
      readonly change?: SubmittedChange
      readonly overwritten?: Overwritten
    }

/** By changed field. */
export interface Overwritten {
  readonly before: Values
  readonly after: Values
}

interface PlannerOptions {
  readonly entity: Entity
  readonly key: readonly string[]
  readonly repeats: boolean
  readonly dryRun: boolean
}

export interface Planner {
  follow(tx: TenantTx): Promise<void>
  /** Under the tenant's lock; may run again for the same batch. */
  plan(tx: TenantTx, rows: readonly ParsedRow[], today: string): Promise<Plan[]>
  settle(plans: readonly Plan[], verdicts: readonly Verdict[]): Plan[]
}

type ExistingRow = Values & { readonly id: string; readonly number?: number }

export function createPlanner({ entity, key, repeats, dryRun }: PlannerOptions): Planner {
  const index = createRowIndex(entity, key)
  /** Of settled batches. */
  const matched = new Set<string>()
  const plannedRows = new Map<string, Values>()
  /** In the index, but not settled yet. */
  const unsettledIds = new Set<string>()

  function forget(id: string): void {
    index.remove(id)
    unsettledIds.delete(id)
  }

  async function readStored(tx: TenantTx, rows: readonly ParsedRow[]): Promise<Map<string, ExistingRow>> {
    const readable = rows.filter(({ reasons }) => !reasons.length)
    const ids = new Set(readable.flatMap(({ values }) => (repeats ? index.find(values) : index.findOne(values))))
    const columns = [
      ...identityColumns,
      ...storedColumns(entity).filter(({ name }) => Object.hasOwn(entity.fields, name)),
    ]
    const sql = `select ${wireList(columns, 't')} from ${entity.table} t where t.tenant_id = $1 and t.id = any($2::uuid[])`
    const stored = ids.size ? await tx.query<ExistingRow>(sql, [tx.tenantId, [...ids]]) : []
    return new Map([
      ...stored.map((row) => [row.id, row] as const),
      ...plannedRows.entries().flatMap(([id, values]) => (ids.has(id) ? [[id, { ...values, id }] as const] : [])),
    ])
  }

  /** Key fields differ in letter case at most. */
  const changesOf = (existing: ExistingRow, values: Values): Values =>
    changedFields(
      entity.name,
      existing,
      Object.fromEntries(Object.entries(values).filter(([name]) => !key.includes(name))),
    )

  function planBatch(stored: Map<string, ExistingRow>, rows: readonly ParsedRow[], today: string): Plan[] {
    const taken = new Set<string>()
    const isTaken = (id: string): boolean => taken.has(id) || matched.has(id)

    /** The first unmatched one, preferably without changes. */
    function match(values: Values): ExistingRow | 'ambiguous' | undefined {
      if (!repeats) {
        const [id, ...others] = index.findOne(values)
        return others.length ? 'ambiguous' : id === undefined ? undefined : stored.get(id)
      }
      const free = index.find(values).flatMap((id) => (isTaken(id) ? [] : [stored.get(id)!]))
      return free.find((row) => !Object.keys(changesOf(row, values)).length) ?? free[0]
    }

    function planCreate(given: Values): Plan {
      const parsed = parseCreate(entity, given, 'refuse', today)
      const issues = parsed.ok ? phoneIssues(entity, parsed.values, null) : parsed.issues
      if (!parsed.ok || Object.keys(issues).length > 0) return refusedFor(issues)
      const id = uuidv7()
      const { values } = parsed
      index.add(id, values)
      unsettledIds.add(id)
      stored.set(id, { ...values, id })
      taken.add(id)
      return { kind: 'created', id, values, change: changeOf({ op: 'create', entity: entity.name, id, fields: given }) }
    }

    function planUpdate(existing: ExistingRow, values: Values): Plan {
      const { id } = existing
      taken.add(id)
      const fields = changesOf(existing, values)
      const names = Object.keys(fields)
      if (!names.length) return { kind: 'unchanged', id }
      const issues = phoneIssues(entity, fields, existing)
      if (Object.keys(issues).length > 0) return refusedFor(issues)
      const after = { ...existing, ...fields }
      stored.set(id, after)
      const base = Object.fromEntries(names.map((name) => [name, existing[name] ?? null]))
      const overwritten = overwrittenBy(base, fields)
      if (plannedRows.has(id)) return { kind: 'updated', id, values: after, overwritten }
      const seen = existing.number === undefined || unsettledIds.has(id) ? {} : { seen: existing.number }
      const change = changeOf({ op: 'update', entity: entity.name, id, fields, base, ...seen })
      return { kind: 'updated', id, values: after, change, overwritten }
    }

    return rows.map(({ values, reasons }) => {
      if (reasons.length) return refused(...reasons)
      const existing = match(values)
      if (existing === 'ambiguous') return refused({ at: null, key: 'ambiguousKey', params: { many: entity.name } })
      return existing ? planUpdate(existing, values) : planCreate(values)
    })
  }

  return {
    follow: (tx) => index.follow(tx),
    async plan(tx, rows, today) {
      for (const id of unsettledIds) forget(id)
      await index.follow(tx)
      return planBatch(await readStored(tx, rows), rows, today)
    },
    settle(plans, verdicts) {
      const byChange = new Map(verdicts.map((verdict) => [verdict.id, verdict]))
      const settled = plans.map((plan) => {
        const verdict = 'change' in plan && plan.change ? byChange.get(plan.change.id)! : undefined
        if (!verdict || isAccepted(verdict)) return plan
        if (plan.kind === 'created') forget(plan.id)
        return refused(...reasonsOf(verdict))
      })
      unsettledIds.clear()
      for (const plan of settled) {
        if (plan.kind === 'refused') continue
        if (repeats) matched.add(plan.id)
        if (dryRun && plan.kind !== 'unchanged') plannedRows.set(plan.id, plan.values)
      }
      return settled
    },
  }
}

const overwrittenBy = (before: Values, after: Values): Overwritten => {
  const differing = (values: Values): Values =>
    Object.fromEntries(Object.entries(values).filter(([field]) => !isSame(before[field], after[field])))
  return { before: differing(before), after: differing(after) }
}

const refused = (...reasons: readonly Reason[]): RefusedRow => ({ kind: 'refused', reasons })
const refusedFor = (issues: Issues): RefusedRow =>
  refused(...Object.entries(issues).map(([at, issue]) => ({ at, ...issue })))

function reasonsOf({ errors = {}, issues = {}, message = '', code = 'INTERNAL' }: Verdict): Reason[] {
  const entries = Object.entries(errors)
  if (!entries.length) return [{ at: null, key: 'refused', params: { said: message, code } }]
  return entries.map(([at, sentence]) => {
    const { key = '', params = {} } = issues[at] ?? {}
    return isIssueKey(key) ? { at, key, params } : { at, key: 'refused', params: { said: sentence } }
  })
}

const changeOf = (op: SubmittedOperation): SubmittedChange => ({
  id: uuidv7(),
  hash: hashOf(op),
  unknownFields: 'refuse',
  ops: [op],
})
