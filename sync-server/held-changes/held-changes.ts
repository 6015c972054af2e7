import type { Verdict } from '#schema/sync/protocol.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import { firstId, type ListPart } from '#server/records/read/read.ts'

/** Stored names: TAKEN is an accepted change, DROPPED a discarded one. */
export const heldStates = ['HELD', 'TAKEN', 'DROPPED'] as const

export interface HeldChange {
  readonly id: string
  readonly userId: string
  readonly sessionId: string
  readonly device: string | null
  readonly change: (Readonly<Record<string, unknown>> & { readonly id: string }) | null
  readonly state: (typeof heldStates)[number]
  readonly verdict: Verdict | null
  readonly decidedBy: string | null
  readonly decidedAt: string | null
  readonly createdAt: string
}

const moment = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const columns = `id, user_id as "userId", session_id as "sessionId", device, change, state, verdict, decided_by as "decidedBy",
  ${moment('decided_at')} as "decidedAt", ${moment('created_at')} as "createdAt"`

type Stored = Omit<HeldChange, 'change'> & { readonly change: string | null }

const opened = ({ change, ...row }: Stored): HeldChange => ({
  ...row,
  change: change === null ? null : (JSON.parse(change) as HeldChange['change']),
})

export async function listHeld(tx: TenantTx, state: string | null, { limit, after }: ListPart): Promise<HeldChange[]> {
  const rows = await tx.query<Stored>(
    `select ${columns} from held_changes where tenant_id = $1 and ($2::text is null or state = $2)
  and (created_at, id) > ($3::timestamptz, $4::uuid)
order by created_at, id limit $5`,
    [tx.tenantId, state, after?.createdAt ?? '-infinity', after?.id ?? firstId, limit + 1],
  )
  return rows.map(opened)
}

async function read(tx: TenantTx, id: string, lock: 'for update' | ''): Promise<HeldChange | undefined> {
  const where = `where tenant_id = $1 and id = $2 ${lock}`
  const [row] = await tx.query<Stored>(`select ${columns} from held_changes ${where}`, [tx.tenantId, id])
  return row && opened(row)
}

export const findHeld = (tx: TenantTx, id: string) => read(tx, id, '')

export const lockHeld = (tx: TenantTx, id: string) => read(tx, id, 'for update')

interface Decision {
  readonly state: 'TAKEN' | 'DROPPED'
  readonly by: string
  readonly at: Date
  readonly verdict: Verdict | null
}

const textOf = (verdict: Verdict | null): string | null => verdict && JSON.stringify(verdict)

export const decideHeld = (tx: TenantTx, id: string, { state, by, at, verdict }: Decision): Promise<unknown> =>
  tx.query(
    `update held_changes set state = $3, change = null, decided_by = $4, decided_at = $5, verdict = $6::text::jsonb
where tenant_id = $1 and id = $2 and state = 'HELD'`,
    [tx.tenantId, id, state, by, at.toISOString(), textOf(verdict)],
  )

export const storeVerdict = (tx: TenantTx, id: string, verdict: Verdict): Promise<unknown> =>
  tx.query(`update held_changes set verdict = $3::text::jsonb where tenant_id = $1 and id = $2 and state = 'HELD'`, [
    tx.tenantId,
    id,
    textOf(verdict),
  ])
