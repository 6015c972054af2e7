import { readFile } from 'node:fs/promises'
import { type Importable, type ImportMap, importMap, mapProblems, maxMapBytes } from '#schema/import/import-map.ts'
import { type Reason, reasonText } from '#schema/import/reasons.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { createErrorFile } from './error-file.ts'
import { ImportError } from './import-error.ts'
import { findImporter } from './find-importer.ts'
import { type ImportFile, openImportFile } from './open-file.ts'
import { type ImportSummary, runImport } from './run-import.ts'

export interface ImportOrder {
  readonly firm: string
  readonly email: string
  readonly entity: Importable
  readonly mapPath: string
  readonly path: string
  readonly errorsPath: string | undefined
  readonly dryRun: boolean
}

export const readMapFile = async (path: string, entity: Importable): Promise<ImportMap> =>
  readMap(path, await readFile(path, 'utf8').catch((error: unknown) => Promise.reject(unreadable(path, error))), entity)

export function readMap(name: string, text: string, entity: Importable): ImportMap {
  if (Buffer.byteLength(text) > maxMapBytes)
    throw new ImportError(`The map ${name} is too large: at most ${maxMapBytes / 1000} kB are read`)
  const parsed = importMap.safeParse(readJson(name, text))
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.') || 'the map'}: ${issue.message}`)
    throw new ImportError(`The map ${name} cannot be used:\n${lines.join('\n')}`)
  }
  const problems = mapProblems(entity, parsed.data)
  if (problems.length) throw new ImportError(`The map ${name} cannot be used:\n  ${problems.join('\n  ')}`)
  return parsed.data
}

const unreadable = (name: string, error: unknown): ImportError =>
  new ImportError(`The map ${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  })

function readJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw unreadable(name, error)
  }
}

export interface OpenOrder extends ImportOrder {
  readonly map: ImportMap
  readonly file: ImportFile
}

/** Throws an ImportError. Needs no database. */
export async function openOrder(order: ImportOrder): Promise<OpenOrder> {
  const { entity, path, mapPath, errorsPath } = order
  const map = await readMapFile(mapPath, entity)
  if (errorsPath === path || errorsPath === mapPath)
    throw new ImportError('The file of refused rows must be another one than the file and its map')
  return { ...order, map, file: await openImportFile({ path }, map) }
}

const maxListed = 12

/** The last line of output is a JSON summary. */
export async function importFile(
  deps: WriteDeps,
  { firm, email, entity, map, file, errorsPath, dryRun }: OpenOrder,
  print: (line: string) => void,
): Promise<ImportSummary> {
  const viewer = await findImporter(deps.database, { firm, email, entity })
  const ignored = file.header.filter((name) => !Object.hasOwn(map.columns, name))
  if (ignored.length) print(`Columns that are not imported: ${ignored.join(', ')}`)
  const errors = errorsPath === undefined ? undefined : await createErrorFile(errorsPath, file.header)
  const reasonCounts = new Map<string, number>()
  const count = (reason: Reason) => {
    const text = reasonText(reason)
    reasonCounts.set(text, (reasonCounts.get(text) ?? 0) + 1)
  }
  let changes = 0
  const began = performance.now()
  let summary: ImportSummary
  try {
    summary = await runImport(deps, {
      viewer,
      entity,
      map,
      file,
      dryRun,
      requireRights: async () => void (await findImporter(deps.database, { firm, email, entity })),
      onUpdated({ line }, { after }) {
        if (++changes <= maxListed) print(`Line ${line} changes ${Object.keys(after).join(', ')}`)
      },
      async onRefused(record, reasons) {
        reasons.forEach(count)
        await errors?.write(record, reasons)
      },
    })
  } finally {
    await errors?.close()
  }
  const seconds = (performance.now() - began) / 1000
  printReasons(reasonCounts, print)
  if (errorsPath !== undefined) print(`The refused rows with their lines and reasons are in ${errorsPath}`)
  print(sentence(summary, seconds))
  print(JSON.stringify(summary))
  return summary
}

function printReasons(counts: ReadonlyMap<string, number>, print: (line: string) => void): void {
  if (!counts.size) return
  print('Rows were refused because:')
  const ordered = [...counts].sort(([, a], [, b]) => b - a)
  for (const [text, times] of ordered.slice(0, maxListed)) print(`  ${times} x ${text}`)
  if (ordered.length > maxListed) print(`  and ${ordered.length - maxListed} other reasons`)
}

function sentence({ rows, created, updated, unchanged, refused, dryRun }: ImportSummary, seconds: number): string {
  const speed = `${Math.round(rows / Math.max(seconds, 0.001)).toLocaleString('en')} rows/s`
  const counts = `${rows} rows: ${created} created, ${updated} updated, ${unchanged} unchanged, ${refused} refused`
  return dryRun ? `A dry run, nothing was written. ${counts} (${speed})` : `${counts} (${speed})`
}
