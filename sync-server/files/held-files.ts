// Unique by the device's own id.
import type { Code } from '#schema/kernel/codes.ts'
import type { Issues } from '#schema/kernel/issues.ts'
import type { FileType } from '#schema/kernel/files.ts'
import { insertRow } from '#server/db/insert-row.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import type { WithFile } from './uploads.ts'

export const heldFileStates = ['ARRIVING', 'HELD', 'TAKEN', 'DROPPED'] as const

export interface FileRefusal {
  readonly code: Code
  readonly issues: Issues
}

export interface HeldFile {
  readonly id: string
  readonly entity: WithFile
  readonly recordId: string
  readonly userId: string
  readonly sessionId: string
  readonly device: string | null
  readonly file: string
  readonly fileName: string
  readonly mimeType: FileType
  readonly size: number
  readonly sha256: string
  readonly state: (typeof heldFileStates)[number]
  readonly refusal: FileRefusal | null
  readonly decidedBy: string | null
  readonly decidedAt: string | null
  readonly createdAt: string
}

const moment = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const columns = `id, entity, record_id as "recordId", user_id as "userId", session_id as "sessionId", device, file, file_name as "fileName",
  mime_type as "mimeType", size, sha256, state, refusal, decided_by as "decidedBy", ${moment('decided_at')} as "decidedAt",
  ${moment('created_at')} as "createdAt"`

/** Parameters of `where` start at $2. */
export const selectHeld = (tx: TenantTx, where: string, params: readonly unknown[] = []): Promise<HeldFile[]> =>
  tx.query<HeldFile>(`select ${columns} from held_files where tenant_id = $1 ${where}`, [tx.tenantId, ...params])

export async function findHeld(tx: TenantTx, id: string): Promise<HeldFile | undefined> {
  const [held] = await selectHeld(tx, 'and id = $2', [id])
  return held
}

export async function lockHeld(tx: TenantTx, id: string): Promise<HeldFile | undefined> {
  const [held] = await selectHeld(tx, 'and id = $2 for update', [id])
  return held
}

type NewHeldFile = Omit<HeldFile, 'state' | 'refusal' | 'decidedBy' | 'decidedAt'>

export const insertHeld = (tx: TenantTx, begun: NewHeldFile): Promise<unknown> =>
  insertRow(tx, 'held_files', { ...begun, state: 'ARRIVING' }, 'on conflict (tenant_id, user_id, file) do nothing')

export async function markArrived(tx: TenantTx, id: string): Promise<boolean> {
  const held = await tx.query(
    `update held_files set state = 'HELD' where tenant_id = $1 and id = $2 and state = 'ARRIVING' returning 1`,
    [tx.tenantId, id],
  )
  return held.length > 0
}

interface Choice {
  readonly by: string
  readonly at: Date
}

interface Decision extends Choice {
  readonly state: 'TAKEN' | 'DROPPED'
}

/** The file follows its accepted change. */
export const markHeldAccepted = (tx: TenantTx, id: string, { by, at }: Choice): Promise<unknown> =>
  tx.query(
    `update held_files set decided_by = $3, decided_at = $4 where tenant_id = $1 and id = $2 and state = 'HELD'`,
    [tx.tenantId, id, by, at.toISOString()],
  )

export const decideHeld = (tx: TenantTx, id: string, { state, by, at }: Decision): Promise<unknown> =>
  tx.query(
    `update held_files set state = $3, decided_by = $4, decided_at = $5, refusal = null where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, state, by, at.toISOString()],
  )

export const storeRefusal = (tx: TenantTx, id: string, refusal: FileRefusal): Promise<unknown> =>
  tx.query(
    `update held_files set refusal = $3::text::jsonb, decided_by = null, decided_at = null
where tenant_id = $1 and id = $2 and state = 'HELD'`,
    [tx.tenantId, id, JSON.stringify(refusal)],
  )
