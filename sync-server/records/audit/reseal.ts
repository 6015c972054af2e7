// In small transactions under the tenant's lock, beside running nodes.
import { type Entity, snakeCase } from '#schema/kernel/entity.ts'
import { tenantEntities } from '#schema/registry.ts'
import { sealedFields } from '#schema/kernel/sealed.ts'
import type { Database, TenantTx } from '#server/db/connect/database.ts'
import { reseal, type Resealed } from '#server/secrets/reseal.ts'
import type { Aad, Seals } from '#server/secrets/seal.ts'

interface Deps {
  readonly database: Database
  readonly seals: Seals
}

const rowsPerBatch = 200
const firstId = '00000000-0000-0000-0000-000000000000'

export async function resealFirm({ database, seals }: Deps, tenantId: string): Promise<Resealed> {
  const broken: string[] = []
  let count = 0
  for (const entity of tenantEntities) {
    const columns = sealedFields(entity).map(({ field }) => snakeCase(field))
    if (!columns.length) continue
    let after: string | undefined = firstId
    while (after) {
      const from: string = after
      const part = await database.tenant(tenantId, (tx) => resealPart(tx, seals, { of: entity, columns, after: from }))
      broken.push(...part.broken)
      count += part.count
      after = part.last
    }
  }
  return { resealed: count, broken }
}

type SealedRow = Readonly<Record<string, string | null>> & { readonly id: string }

async function resealPart(
  tx: TenantTx,
  seals: Seals,
  { of: entity, columns, after }: { readonly of: Entity; readonly columns: readonly string[]; readonly after: string },
) {
  await tx.query('select n from tenant_numbers where tenant_id = $1 for update', [tx.tenantId])
  const rows = await tx.query<SealedRow>(
    `select id, ${columns.join(', ')} from ${entity.table} where tenant_id = $1 and id > $2 order by id limit ${rowsPerBatch}`,
    [tx.tenantId, after],
  )
  const broken: string[] = []
  const aadOf = (id: string, column: string): Aad => ({ tenantId: tx.tenantId, table: entity.table, id, column })
  const changed = rows.map((row) => ({
    id: row.id,
    ...Object.fromEntries(columns.map((each) => [each, reseal(seals, row[each]!, aadOf(row.id, each), broken)])),
  }))
  await tx.query(
    `update ${entity.table} t set ${columns.map((each) => `${each} = coalesce(r.${each}, t.${each})`).join(', ')}
from json_to_recordset($2::text::json) as r(id uuid, ${columns.map((each) => `${each} text`).join(', ')})
where t.tenant_id = $1 and t.id = r.id`,
    [tx.tenantId, JSON.stringify(changed)],
  )
  const count = changed.reduce((sum, row) => sum + Object.values(row).filter((value) => value !== null).length - 1, 0)
  return { broken, count, last: rows.length === rowsPerBatch ? rows.at(-1)!.id : undefined }
}
