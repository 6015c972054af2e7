import { isUuid } from '#schema/sync/protocol.ts'
import type { Database } from './connect/database.ts'

export async function findFirm({ directory }: Database, given: string): Promise<string | undefined> {
  const rows = isUuid(given)
    ? await directory<{ id: string }[]>`select id from directory.tenants where id = ${given}`
    : await directory<{ id: string }[]>`select id from directory.tenants where name = ${given} order by id`
  if (rows.length > 1)
    throw new Error(`Several firms are called ${given}. Name one by its id: ${rows.map(({ id }) => id).join(', ')}`)
  return rows[0]?.id
}
