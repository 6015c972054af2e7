// All ids of a firm are equal, so each reference has its row.
import type { Sql } from 'postgres'
import { tablesOfFirms } from '#server/db/tables/isolation.ts'

const valueOf = (type: string, id: string): string => {
  if (type === 'uuid' || type === 'text') return id
  if (type.startsWith('timestamp') || type === 'date') return '2026-03-15'
  if (type === 'boolean') return 'true'
  return type === 'jsonb' ? '{}' : type === 'ARRAY' ? '{}' : '1'
}

interface FoundColumn {
  readonly name: string
  readonly type: string
}

export async function fillTables(owner: Sql, firms: readonly { tenantId: string; id: string }[]): Promise<void> {
  await owner.begin(async (sql) => {
    for (const table of tablesOfFirms) {
      const [name = '', schema = 'public'] = table.split('.').toReversed()
      const columns = await sql<FoundColumn[]>`
        select column_name as name, data_type as type from information_schema.columns
        where table_schema = ${schema} and table_name = ${name}`
      for (const { tenantId, id } of firms) {
        const values = columns.map((each) => (each.name === 'tenant_id' ? tenantId : valueOf(each.type, id)))
        await sql.unsafe(
          `insert into ${table} (${columns.map((each) => each.name).join(', ')})
values (${columns.map((_, at) => `$${at + 1}`).join(', ')}) on conflict do nothing`,
          values,
        )
      }
    }
  })
}

export async function rowsPerTable(owner: Sql, tenantId: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const table of tablesOfFirms) {
    const rows = await owner.unsafe<{ text: string }[]>(
      `select t::text as text from ${table} t where tenant_id = $1 order by 1`,
      [tenantId],
    )
    found[table] = rows.map(({ text }) => text)
  }
  return found
}
