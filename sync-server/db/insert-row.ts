import { snakeCase } from '#schema/kernel/entity.ts'
import type { TenantTx } from './connect/database.ts'

/** `values` by field name. */
export function insertRow(
  tx: TenantTx,
  table: string,
  values: Readonly<Record<string, unknown>>,
  onConflict = '',
): Promise<unknown> {
  const columns = Object.keys(values).map(snakeCase)
  const params = columns.map((_, i) => `$${i + 2}`)
  return tx.query(
    `insert into ${table} (tenant_id, ${columns.join(', ')}) values ($1, ${params.join(', ')}) ${onConflict}`,
    [tx.tenantId, ...Object.values(values)],
  )
}
