import type { Database, TenantTx } from '#server/db/connect/database.ts'
import type { FileStore, StoredFile } from './file-store.ts'
import { findOrphaned } from './orphaned-files.ts'
import { firmFiles, hashOfStored } from './stored-hash.ts'
import { storedKey } from './uploads.ts'

export interface FileProblem {
  readonly firm: string
  /** Such as `documents` and the id of its record. */
  readonly entity: string
  readonly recordId: string
  readonly fileName: string
  readonly key: string
  readonly problem: 'missing' | 'size' | 'hash'
}

export interface Checked {
  readonly checked: number
  readonly problems: readonly FileProblem[]
  /** Keys that no row references. */
  readonly orphaned: readonly string[]
}

interface FileRow {
  readonly id: string
  readonly entity: string
  readonly recordId: string
  readonly fileName: string
  readonly size: number
  readonly sha256: string
}

const rowsPerBatch = 500
const firstId = '00000000-0000-0000-0000-000000000000'

/** Files of records, and those that revoked devices have handed in. */
const rowsSql = ['files', 'held_files'].map((table) => {
  const hasBytes = table === 'files' ? `state = 'STORED'` : `state = 'HELD'`
  return `select id, entity, record_id as "recordId", file_name as "fileName", size, sha256 from ${table}
where tenant_id = $1 and id > $2 and ${hasBytes} order by id limit ${rowsPerBatch}`
})

export async function checkFiles(
  { directory, tenant }: Pick<Database, 'directory' | 'tenant'>,
  files: FileStore,
  onChecked: (count: number) => void = () => {},
): Promise<Checked> {
  const all: StoredFile[] = []
  for await (const file of firmFiles(files)) all.push(file)
  const orphaned = Map.groupBy(all, ({ key }) => tenantIn(key))
  const suspects: SuspectFile[] = []
  let checked = 0
  const firms = await directory<{ id: string; name: string }[]>`select id, name from directory.tenants order by name`
  for (const { id: tenantId, name: firm } of firms) {
    orphaned.set(tenantId, [...(await findOrphaned({ tenant }, tenantId, orphaned.get(tenantId) ?? []))])
    for await (const row of rowsOf(tenant, tenantId)) {
      const key = storedKey(tenantId, row)
      if (await problemOf(files, key, row)) suspects.push({ tenantId, firm, key, row })
      onChecked(++checked)
    }
  }
  // Again, because a server deletes bytes before their row.
  const problems: FileProblem[] = []
  for (const { tenantId, firm, key, row } of suspects) {
    const problem = await problemOf(files, key, row)
    if (problem && (await hasRow(tenant, tenantId, row.id))) problems.push({ firm, key, problem, ...about(row) })
  }
  return { checked, problems, orphaned: [...orphaned.values()].flat().map(({ key }) => key) }
}

interface SuspectFile {
  readonly tenantId: string
  readonly firm: string
  readonly key: string
  readonly row: FileRow
}

const about = ({ entity, recordId, fileName }: FileRow) => ({ entity, recordId, fileName })

const tenantIn = (key: string): string => key.slice(0, key.indexOf('/'))

async function* rowsOf(tenant: Database['tenant'], tenantId: string): AsyncIterable<FileRow> {
  for (const sql of rowsSql)
    for (let after: string | undefined = firstId; after !== undefined;) {
      const from: string = after
      const rows = await tenant(tenantId, (tx: TenantTx) => tx.query<FileRow>(sql, [tenantId, from]))
      yield* rows
      after = rows.length === rowsPerBatch ? rows.at(-1)!.id : undefined
    }
}

async function problemOf(files: FileStore, key: string, row: FileRow): Promise<FileProblem['problem'] | undefined> {
  const size = await files.sizeOf(key)
  if (size === null) return 'missing'
  if (size !== row.size) return 'size'
  return (await hashOfStored(files, key, size)) === row.sha256 ? undefined : 'hash'
}

async function hasRow(tenant: Database['tenant'], tenantId: string, id: string): Promise<boolean> {
  const rows = await tenant(tenantId, (tx) =>
    tx.query(
      `select id from files where tenant_id = $1 and id = $2 and state = 'STORED'
union all select id from held_files where tenant_id = $1 and id = $2 and state = 'HELD'`,
      [tenantId, id],
    ),
  )
  return rows.length > 0
}
