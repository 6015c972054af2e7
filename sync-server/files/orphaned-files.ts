import type { Database } from '#server/db/connect/database.ts'
import type { StoredFile } from './file-store.ts'
import { openSql, storedKey } from './uploads.ts'

/** An upload stores its file before its row refers to it. */
const referencedSql = `select id, sha256, ${openSql} as "isOpen" from files where tenant_id = $1
union all select id, sha256, state = 'ARRIVING' from held_files where tenant_id = $1`

export async function findOrphaned(
  { tenant }: Pick<Database, 'tenant'>,
  tenantId: string,
  stored: readonly StoredFile[],
): Promise<readonly StoredFile[]> {
  const rows = await tenant(tenantId, (tx) =>
    tx.query<{ id: string; sha256: string | null; isOpen: boolean }>(referencedSql, [tenantId]),
  )
  const open = new Set(rows.flatMap(({ id, isOpen }) => (isOpen ? [id] : [])))
  const referenced = new Set(rows.map((row) => storedKey(tenantId, row)))
  return stored.filter(({ key }) => !referenced.has(key) && !open.has(uploadIn(key)))
}

export const uploadIn = (key: string): string => key.slice(key.indexOf('/') + 1, -65)
