// The record shows the newest upload's state.
import type { FileType } from '#schema/kernel/files.ts'
import type { Issues } from '#schema/kernel/issues.ts'
import type { TenantEntityName } from '#schema/registry.ts'
import { insertRow } from '#server/db/insert-row.ts'
import type { TenantTx } from '#server/db/connect/database.ts'

export const withFiles = ['documents', 'referralAttachments'] as const satisfies readonly TenantEntityName[]
export type WithFile = (typeof withFiles)[number]

export const isWithFile = (entity: unknown): entity is WithFile => (withFiles as readonly unknown[]).includes(entity)

export const addressField = { documents: 'url', referralAttachments: 'documentUrl' } as const

export interface Upload {
  readonly id: string
  readonly entity: WithFile
  readonly recordId: string
  readonly userId: string
  readonly file: string | null
  readonly fileName: string
  readonly mimeType: FileType
  readonly size: number
  readonly sha256: string | null
  readonly state: 'WAITING' | 'UPLOADING' | 'STORED' | 'REFUSED' | 'WITHDRAWN'
  readonly version: number | null
  readonly issues: Issues | null
  readonly createdAt: string
}

export const isOpen = ({ state }: Pick<Upload, 'state'>): boolean => state === 'WAITING' || state === 'UPLOADING'

export const openSql = `state in ('WAITING', 'UPLOADING')`

const columns = `id, entity, record_id as "recordId", user_id as "userId", file, file_name as "fileName", mime_type as "mimeType",
  size, sha256, state, version, issues, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"`

/** Parameters of `where` start at $2. */
export const selectUploads = (tx: TenantTx, where: string, params: readonly unknown[] = []): Promise<Upload[]> =>
  tx.query<Upload>(`select ${columns} from files where tenant_id = $1 ${where}`, [tx.tenantId, ...params])

export async function findUpload(tx: TenantTx, userId: string, id: string): Promise<Upload | undefined> {
  const [upload] = await selectUploads(tx, 'and id = $2 and user_id = $3', [id, userId])
  return upload
}

/** Rejected or withdrawn uploads are sent again. */
export async function findSent(
  tx: TenantTx,
  userId: string,
  { entity, recordId, file }: Pick<Upload, 'entity' | 'recordId' | 'file'>,
): Promise<Upload | undefined> {
  const [sent] = await selectUploads(
    tx,
    `and entity = $2 and record_id = $3 and user_id = $4 and file = $5 and (state = 'STORED' or ${openSql})`,
    [entity, recordId, userId, file],
  )
  return sent
}

export const insertUpload = (tx: TenantTx, upload: Upload): Promise<unknown> => insertRow(tx, 'files', { ...upload })

export const arrivingKey = (tenantId: string, id: string): string => `${tenantId}/${id}`

/** The hash separates two ends of one upload. */
export const storedKey = (tenantId: string, { id, sha256 }: Pick<Upload, 'id' | 'sha256'>): string =>
  `${tenantId}/${id}-${sha256}`
