import type { Database } from './connect/database.ts'

export async function personNames(
  { directory }: Pick<Database, 'directory'>,
  tenantId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (!ids.length) return new Map()
  const people = await directory<{ id: string; name: string }[]>`
    select id, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email) as name
    from directory.users where tenant_id = ${tenantId} and id = any(${[...new Set(ids)]}::uuid[])`
  return new Map(people.map(({ id, name }) => [id, name]))
}
