// Values that change meanwhile already have the newest key.
import type { Sql } from 'postgres'
import { reseal, type Resealed } from './reseal.ts'
import type { Seals } from './seal.ts'

interface SealedValue {
  readonly id: string
  readonly tenantId: string
  readonly value: string
}

/** As the owner, because columns are found by name. */
export async function resealDirectory(owner: Sql, seals: Seals): Promise<Resealed> {
  const broken: string[] = []
  let count = 0
  const columns = await owner<{ table: string; column: string }[]>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'directory' and column_name like '%\\_encrypted' order by 1, 2`
  for (const { table, column } of columns) {
    const tenant = table === 'tenants' ? 'id' : 'tenant_id'
    const [from, at] = [owner(`directory.${table}`), owner(column)]
    const values = await owner<SealedValue[]>`
      select id, ${owner(tenant)} as "tenantId", ${at} as value from ${from} where ${at} is not null`
    for (const { id, tenantId, value } of values) {
      const fresh = reseal(seals, value, { tenantId, table, id, column }, broken)
      if (fresh === null) continue
      const { count: changed } = await owner`update ${from} set ${at} = ${fresh} where id = ${id} and ${at} = ${value}`
      count += changed
    }
  }
  return { resealed: count, broken }
}
