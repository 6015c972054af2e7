import type { TenantTx } from '#server/db/connect/database.ts'
import type { EntryBody } from '#server/records/audit/audit-chain.ts'
import { verbOf } from '#server/records/audit/audit-action.ts'
import type { FormerNumber } from '#server/records/former-number.ts'

export interface Writer {
  readonly number: number
  readonly userId: string | null
  readonly at: string
  readonly was?: FormerNumber
}

interface Entry extends Writer {
  readonly entityId: string
  readonly action: string
  /** Also fields that a replayed change found already set. */
  readonly fields: readonly string[]
}

interface Details {
  readonly changeId: string
  readonly after?: Readonly<Record<string, unknown>>
  readonly was?: FormerNumber
  readonly decided?: readonly string[]
}

const entryOf = ({ entityId, number, action, userId, timestamp, details }: EntryBody): Entry => {
  const { after = {}, was: formerNumber, decided = [] } = details as Details
  const fields = [...Object.keys(after), ...decided]
  return {
    entityId: entityId!,
    number: number!,
    action,
    userId,
    at: timestamp,
    fields,
    ...(formerNumber ? { was: formerNumber } : {}),
  }
}

const entryColumns =
  'a.n as number, a.user_id as "userId", a.action, a.entity_id as "entityId", a.details, a."timestamp"'

export interface Writers {
  load(ids: readonly string[]): Promise<void>
  lastOf(id: string, fields: readonly string[]): Writer | undefined
  last(id: string): Writer | undefined
  loadChanges(changeIds: readonly string[]): Promise<void>
  ofChange(changeId: string): Promise<Writer | undefined>
}

/** `fresh`: the batch's own unsaved entries. */
export function createWriters(tx: TenantTx, fresh: readonly EntryBody[]): Writers {
  const stored = new Map<string, Entry[]>()
  const byChange = new Map<string, Entry | undefined>()
  const freshByRow = new Map<string, Entry[]>()
  const freshByChange = new Map<string, Entry>()
  let indexed = 0

  function indexFresh(): void {
    for (; indexed < fresh.length; indexed++) {
      const body = fresh[indexed]!
      const entry = entryOf(body)
      const { changeId } = body.details as Details
      if (!freshByChange.has(changeId)) freshByChange.set(changeId, entry)
      const entries = freshByRow.get(entry.entityId)
      if (entries) entries.push(entry)
      else freshByRow.set(entry.entityId, [entry])
    }
  }

  function trailOf(id: string): Entry[] {
    indexFresh()
    return [...(stored.get(id) ?? []), ...(freshByRow.get(id) ?? [])]
  }

  const writers: Writers = {
    async load(ids) {
      const missing = [...new Set(ids)].filter((id) => !stored.has(id))
      if (!missing.length) return
      for (const id of missing) stored.set(id, [])
      const rows = await tx.query<EntryBody>(
        `select ${entryColumns} from audit_logs a where a.tenant_id = $1 and a.entity_id = any($2::uuid[]) order by a.place`,
        [tx.tenantId, missing],
      )
      for (const row of rows) stored.get(row.entityId!)!.push(entryOf(row))
    },
    lastOf: (id, fields) =>
      trailOf(id).findLast(
        (entry) => verbOf(entry.action) === 'create' || fields.some((field) => entry.fields.includes(field)),
      ),
    last: (id) => trailOf(id).at(-1),
    async loadChanges(changeIds) {
      const missing = [...new Set(changeIds)].filter((id) => !byChange.has(id))
      if (!missing.length) return
      for (const id of missing) byChange.set(id, undefined)
      const rows = await tx.query<EntryBody & { readonly changeId: string }>(
        `select distinct on (v.id) ${entryColumns}, v.id as "changeId" from verdicts v
join audit_logs a on a.tenant_id = v.tenant_id and a.n = (v.result ->> 'number')::bigint
where v.tenant_id = $1 and v.id = any($2::uuid[]) and a.details ->> 'changeId' = v.id::text order by v.id, a.place`,
        [tx.tenantId, missing],
      )
      for (const { changeId, ...row } of rows) byChange.set(changeId, entryOf(row))
    },
    async ofChange(changeId) {
      indexFresh()
      const here = freshByChange.get(changeId)
      if (here) return here
      await writers.loadChanges([changeId])
      return byChange.get(changeId)
    },
  }
  return writers
}
