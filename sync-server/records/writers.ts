// Who wrote a field last, by the audit trail: the order of changes that come back after a restore, and the name beside a
// conflict, follow from it.
import type { TenantTx } from '../db/database.ts'
import type { AuditEntry } from './audit.ts'
import { verbOf } from './audit-action.ts'
import type { Was } from './was.ts'

export interface Writer {
  readonly number: number
  readonly userId: string | null
  readonly at: string
  readonly was?: Was
}

interface Entry extends Writer {
  readonly entityId: string
  readonly action: string
  /** The fields that it set or, coming back, found set already. */
  readonly fields: readonly string[]
}

/** What an entry of the trail says beside who and when. */
interface Details {
  readonly changeId: string
  readonly after?: Readonly<Record<string, unknown>>
  readonly was?: Was
  readonly decided?: readonly string[]
}

const entryOf = ({ entityId, number, action, userId, timestamp, details }: Omit<AuditEntry, 'hash'>): Entry => {
  const { after = {}, was, decided = [] } = details as Details
  const fields = [...Object.keys(after), ...decided]
  return { entityId, number, action, userId, at: timestamp, fields, ...(was ? { was } : {}) }
}

const entryColumns =
  'a.n as number, a.user_id as "userId", a.action, a.entity_id as "entityId", a.details, a."timestamp"'

export interface Writers {
  /** Fetches the trail of these rows at once. */
  load(ids: readonly string[]): Promise<void>
  /** Of a row whose trail is here: who last wrote one of the fields; who made it, where nobody did since. */
  lastOf(id: string, fields: readonly string[]): Writer | undefined
  /** Who last wrote anything of the row. */
  last(id: string): Writer | undefined
  /** Who made this change. */
  ofChange(changeId: string): Promise<Writer | undefined>
}

/** `fresh` are the entries of the batch itself, which are not saved yet. */
export function createWriters(tx: TenantTx, fresh: readonly AuditEntry[]): Writers {
  const stored = new Map<string, Entry[]>()
  const trailOf = (id: string): Entry[] => [
    ...(stored.get(id) ?? []),
    ...fresh.filter(({ entityId }) => entityId === id).map(entryOf),
  ]

  return {
    async load(ids) {
      const missing = [...new Set(ids)].filter((id) => !stored.has(id))
      if (!missing.length) return
      for (const id of missing) stored.set(id, [])
      const rows = await tx.query<AuditEntry>(
        `select ${entryColumns} from audit_logs a where a.tenant_id = $1 and a.entity_id = any($2::uuid[]) order by a.n, a.id`,
        [tx.tenantId, missing],
      )
      for (const row of rows) stored.get(row.entityId)!.push(entryOf(row))
    },
    lastOf: (id, fields) =>
      trailOf(id).findLast(
        (entry) => verbOf(entry.action) === 'create' || fields.some((field) => entry.fields.includes(field)),
      ),
    last: (id) => trailOf(id).at(-1),
    async ofChange(changeId) {
      const here = fresh.find(({ details }) => (details as Details).changeId === changeId)
      if (here) return entryOf(here)
      const [row] = await tx.query<AuditEntry>(
        `select ${entryColumns} from verdicts v
join audit_logs a on a.tenant_id = v.tenant_id and a.n = (v.result ->> 'number')::bigint
where v.tenant_id = $1 and v.id = $2 and a.details ->> 'changeId' = v.id::text limit 1`,
        [tx.tenantId, changeId],
      )
      return row && entryOf(row)
    },
  }
}
