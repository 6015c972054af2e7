// As COPY writes it, in one snapshot: the same from PostgreSQL 15 to 18, and the embedded database lacks pg_dump.
import { pipeline } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { TransactionSql } from 'postgres'
import type { BackupFolder } from './backup-folder.ts'
import { type FirmInBackup, partOf, type TableInBackup } from './manifest.ts'
import { type CatalogTable, fullName, quoteName, selectTables } from './select-tables.ts'

const newline = 10

export async function selectFirms(sql: TransactionSql): Promise<readonly FirmInBackup[]> {
  const tenants = await sql<{ id: string; name: string }[]>`select id, name from directory.tenants order by id`
  const firms: FirmInBackup[] = []
  for (const { id, name } of tenants) {
    await setTenant(sql, id)
    const [found] = await sql<{ number: string; mark: string; lastEvent: number }[]>`
      select n::text as number, mark,
        coalesce((select place from event_ends where tenant_id = ${id}), 0)::int as "lastEvent"
      from tenant_numbers where tenant_id = ${id}`
    if (found) firms.push({ id, name, ...found, number: Number(found.number) })
  }
  return firms
}

export const setTenant = (sql: TransactionSql, tenantId: string) =>
  sql`select set_config('app.tenant_id', ${tenantId}, true)`

export async function exportTables(
  sql: TransactionSql,
  firms: readonly FirmInBackup[],
  folder: BackupFolder,
  backup: string,
): Promise<readonly TableInBackup[]> {
  const exported: TableInBackup[] = []
  for (const table of await selectTables(sql)) {
    const counted = { rows: 0 }
    const part = await folder.writePart(backup, partOf(table), gzipped(rowsOf(sql, table, firms, counted)))
    const { schema, name, columns } = table
    exported.push({ schema, name, columns: [...columns], rows: counted.rows, part })
  }
  return exported
}

async function* rowsOf(
  sql: TransactionSql,
  table: CatalogTable,
  firms: readonly FirmInBackup[],
  counted: { rows: number },
): AsyncGenerator<Buffer> {
  const columns = table.columns.map(quoteName).join(', ')
  const all = `select ${columns} from ${fullName(table)}`
  for (const { id } of table.isOfFirms ? firms : [{ id: null }]) {
    if (id !== null) await setTenant(sql, id)
    const query = id === null ? all : `${all} where tenant_id = '${id}'`
    const stream = await sql.unsafe(`copy (${query}) to stdout`).readable()
    for await (const piece of stream as AsyncIterable<Buffer>) {
      for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, at + 1)) counted.rows++
      yield piece
    }
    // The driver pauses its socket when the last piece is large, and then waits forever for the next message.
    stream._read(0)
  }
}

/** Whichever end fails, the other one ends too. */
function gzipped(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const gzip = createGzip({ level: 4 })
  pipeline(source, gzip, () => {})
  return gzip
}
