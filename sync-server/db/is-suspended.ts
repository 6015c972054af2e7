import type { Database } from './connect/database.ts'

export async function isSuspended({ directory }: Pick<Database, 'directory'>, tenantId: string): Promise<boolean> {
  const [found] = await directory`
    select 1 from directory.tenants where id = ${tenantId} and suspended_at is not null`
  return found !== undefined
}
