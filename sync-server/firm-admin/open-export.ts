// Opens an export only if it has exactly the files of an export, each with its hash in SHA256SUMS.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { isUuid } from '#schema/sync/protocol.ts'
import { sumsName } from '#server/firm-export/export-folder.ts'
import { type ExportedFile, fileNames, pathOf } from '#server/firm-export/exported-files.ts'
import { exportedEntities, firmFields } from '#server/firm-export/exported-tables.ts'
import { chains } from '#server/firm-export/exported-trail.ts'
import { readExportCsv } from './read-export-csv.ts'

export type Cells = Readonly<Record<string, string | null>>

export interface FoundFile extends ExportedFile {
  readonly path: string
}

export interface OpenExport {
  readonly tenantId: string
  readonly firm: Cells
  readonly files: readonly FoundFile[]
  readonly rows: (path: string, names: readonly string[]) => AsyncIterable<Cells>
  readonly bytes: (file: FoundFile) => Promise<Buffer>
}

const tablePaths = exportedEntities.map(({ name }) => `tables/${name}.csv`)
const fixedPaths = [
  'README.txt',
  'firm.csv',
  'held-changes.csv',
  ...tablePaths,
  ...chains.map((chain) => `audit-${chain}.csv`),
]

export async function openExport(folder: string): Promise<OpenExport> {
  const root = await realpath(folder)
  const rows = (path: string, names: readonly string[]) => readExportCsv(join(root, path), names)
  const sums = await readSums(join(root, sumsName))
  await requireFiles(root, [...sums.keys(), sumsName])
  for (const [path, sum] of sums)
    if ((await sha256Of(join(root, path))) !== sum) throw new Error(`${path} does not have the hash in ${sumsName}`)
  const [firm, ...others] = await collect(rows('firm.csv', firmFields))
  const tenantId = firm?.['id'] ?? ''
  if (!firm || others.length || !isUuid(tenantId)) throw new Error('firm.csv does not have exactly one firm')
  const files = (await collect(rows('files.csv', fileNames))).map(asFile)
  const expected = [...fixedPaths, 'audit-heads.csv', 'files.csv', ...files.map(({ path }) => path)]
  const wrong = expected.find((path) => !sums.has(path)) ?? [...sums.keys()].find((path) => !expected.includes(path))
  if (wrong !== undefined || new Set(expected).size < expected.length)
    throw new Error(`${sumsName} and the export do not have the same files: ${wrong ?? 'files.csv lists one twice'}`)
  return { tenantId, firm, files, rows, bytes: ({ path }) => readFile(join(root, path)) }
}

async function collect(rows: AsyncIterable<Cells>): Promise<Cells[]> {
  const all: Cells[] = []
  for await (const row of rows) all.push(row)
  return all
}

async function readSums(path: string): Promise<ReadonlyMap<string, string>> {
  const lines = (await readFile(path, 'utf8')).split('\n')
  const sums = new Map<string, string>()
  for (const line of lines.slice(0, -1)) {
    const [, sum, name] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
    if (!sum || !name || sums.has(name)) throw new Error(`${sumsName} has an invalid line: ${line}`)
    sums.set(name, sum)
  }
  return sums
}

async function requireFiles(root: string, paths: readonly string[]): Promise<void> {
  const found = (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((each) => !each.isDirectory())
    .map((each) => [join(each.parentPath, each.name), each.isFile()] as const)
  const expected = new Set(paths.map((path) => join(root, path)))
  const other = found.find(([path, isFile]) => !isFile || !expected.has(path))
  if (other) throw new Error(`${other[0]} does not belong to the export`)
  if (found.length < expected.size) throw new Error(`Files are missing that ${sumsName} lists`)
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
  return hash.digest('hex')
}

function asFile(cells: Cells): FoundFile {
  const text = (name: string): string => {
    const value = cells[name]
    if (value === null || value === undefined) throw new Error(`files.csv: ${name} is missing`)
    return value
  }
  const file = {
    id: text('id'),
    entity: text('entity'),
    recordId: text('recordId'),
    userId: text('userId'),
    fileName: text('fileName'),
    mimeType: text('mimeType'),
    size: Number(text('size')),
    sha256: text('sha256'),
    version: cells['version'] === null ? null : Number(cells['version']),
    isHeld: text('isHeld') === 'true',
    createdAt: text('createdAt'),
    file: cells['file'] ?? null,
    sessionId: cells['sessionId'] ?? null,
    device: cells['device'] ?? null,
  }
  const path = pathOf(file)
  if (!isUuid(file.id) || !/^[0-9a-f]{64}$/.test(file.sha256) || cells['path'] !== path)
    throw new Error(`files.csv: the row of file ${file.id} is invalid`)
  return { ...file, path }
}
