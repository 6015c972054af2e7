// The rows of held changes.
import type { Verdict } from '#schema/protocol.ts'
import type { TenantTx } from '../db/database.ts'
import type { ListPart } from '../records/read.ts'

export const heldStates = ['HELD', 'TAKEN', 'DROPPED'] as const

export interface HeldChange {
  readonly id: string
  /** Who made it. */
  readonly userId: string
  readonly sessionId: string
  readonly device: string | null
  /** As the device sent it; null once it was taken or dropped. */
  readonly change: (Readonly<Record<string, unknown>> & { readonly id: string }) | null
  readonly state: (typeof heldStates)[number] | 'TAKING'
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

/** One row more than the limit of the part when others follow. */
export async function listHeld(tx: TenantTx, state: string | null, part: ListPart | undefined): Promise<HeldChange[]> {
  const rows = await tx.query<Stored>(
    `select ${columns} from held_changes where tenant_id = $1 and ($2::text is null or state = $2 or ($2 = 'HELD' and state = 'TAKING'))
  and (created_at, id) > (coalesce($3::timestamptz, '-infinity'), coalesce($4::uuid, '00000000-0000-0000-0000-000000000000'))
order by created_at, id limit $5`,
    [tx.tenantId, state, part?.after?.createdAt ?? null, part?.after?.id ?? null, part ? part.limit + 1 : null],
  )
  return rows.map(opened)
}

export async function findHeld(tx: TenantTx, id: string): Promise<HeldChange | undefined> {
  const [row] = await tx.query<Stored>(`select ${columns} from held_changes where tenant_id = $1 and id = $2`, [
    tx.tenantId,
    id,
  ])
  return row && opened(row)
}

/** Returns whether the change was in one of these states, and is now in the other one. */
export async function moveHeld(
  tx: TenantTx,
  id: string,
  from: readonly HeldChange['state'][],
  to: HeldChange['state'],
): Promise<boolean> {
  const moved = await tx.query(
    `update held_changes set state = $4 where tenant_id = $1 and id = $2 and state = any($3::text[]) returning id`,
    [tx.tenantId, id, from, to],
  )
  return moved.length > 0
}

/** Ends what was held: its contents go, who decided stays. */
export async function decideHeld(tx: TenantTx, id: string, { from, to, by, at, verdict }: Decision): Promise<boolean> {
  const decided = await tx.query(
    `update held_changes set state = $4, change = null, decided_by = $5, decided_at = $6, verdict = coalesce($7::text::jsonb, verdict)
where tenant_id = $1 and id = $2 and state = $3 returning id`,
    [tx.tenantId, id, from, to, by, at.toISOString(), verdict ? JSON.stringify(verdict) : null],
  )
  return decided.length > 0
}

interface Decision {
  readonly from: HeldChange['state']
  readonly to: 'TAKEN' | 'DROPPED'
  readonly by: string
  readonly at: Date
  readonly verdict?: Verdict
}
