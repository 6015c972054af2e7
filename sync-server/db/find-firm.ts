import { isUuid } from '#schema/sync/protocol.ts'
import type { Database } from './connect/database.ts'

export async function findFirm({ directory }: Database, nameOrId: string): Promise<string | undefined> {
  const rows = isUuid(nameOrId)
    ? await directory<{ id: string }[]>`select id from directory.tenants where id = ${nameOrId}`
    : await directory<{ id: string }[]>`select id from directory.tenants where name = ${nameOrId} order by id`
  if (rows.length > 1)
    throw new Error(`Several firms are called ${nameOrId}. Name one by its id: ${rows.map(({ id }) => id).join(', ')}`)
  return rows[0]?.id
}
