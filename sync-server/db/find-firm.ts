import type { Database } from './database.ts'

export async function findFirm(database: Database, name: string): Promise<string | undefined> {
  const [row] = await database.directory<{ id: string }[]>`select id from directory.tenants where name = ${name}`
  return row?.id
}
