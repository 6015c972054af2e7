// `POST /api/imports`: the importer of the command, for a file that a browser sends.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importables, isImportable } from '#schema/import/import-map.ts'
import { readUpload } from '../http/body.ts'
import { type Call, call } from '../http/call.ts'
import { RequestError } from '../http/errors.ts'
import type { WriteDeps } from '../records/noun-rules.ts'
import { createErrorFile } from './error-file.ts'
import { ImportError } from './import-error.ts'
import { readMap } from './import-file.ts'
import { openImportFile } from './open-file.ts'
import { type ImportRequest, runImport } from './run-import.ts'

const mostBytes = 20_000_000

const takes = {
  type: 'multipart/form-data',
  schema: {
    type: 'object',
    required: ['entity', 'map', 'file'],
    properties: {
      entity: { type: 'string', enum: Object.keys(importables) },
      map: { type: 'string', description: 'The map of the columns, as JSON' },
      file: { type: 'string', format: 'binary', description: 'CSV in UTF-8 with a header line' },
      dryRun: { type: 'string', enum: ['true', 'false'] },
    },
  },
}

const count = { type: 'integer' }
const answer = {
  type: 'object',
  properties: {
    rows: count,
    created: count,
    updated: count,
    unchanged: count,
    refused: count,
    dryRun: { type: 'boolean' },
    ignored: { type: 'array', items: { type: 'string' }, description: 'Columns that the map does not name' },
    refusedRows: {
      type: ['string', 'null'],
      description: 'The refused rows as CSV, with the columns `line` and `reason`; null when there are none',
    },
  },
}

const wrong = (message: string): RequestError => new RequestError('VALIDATION', {}, message)

/** The name that the browser gave the file, as far as it is one. */
const nameOf = (name: string): string => {
  const last = name.replace(/^.*[/\\]/, '').replace(/\p{Cc}/gu, '')
  return last.slice(-60).toWellFormed().replace(/^\.+$/, '') || 'import.csv'
}

/** Keeps the file in a folder of its own while it is read, twice, and removes both. */
async function importUpload(deps: WriteDeps, viewer: ImportRequest['viewer'], form: FormData): Promise<object> {
  const [entity, map, file, dryRun] = ['entity', 'map', 'file', 'dryRun'].map((name) => form.get(name))
  if (typeof entity !== 'string' || !isImportable(entity))
    throw wrong(`entity is one of ${Object.keys(importables).join(', ')}`)
  if (typeof map !== 'string') throw wrong('map is the map of the columns, as JSON')
  if (!(file instanceof File)) throw wrong('file is a file in CSV')
  if (dryRun !== null && dryRun !== 'true' && dryRun !== 'false') throw wrong('dryRun is true or false')
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-import-'))
  try {
    const path = join(folder, nameOf(file.name))
    const errorsPath = `${path}.refused`
    await writeFile(path, new Uint8Array(await file.arrayBuffer()), { mode: 0o600 })
    const parsed = readMap('of the request', map, entity)
    const opened = await openImportFile(path, parsed)
    const errors = await createErrorFile(errorsPath, opened.header)
    const request = { viewer, entity, map: parsed, file: opened, dryRun: dryRun === 'true' }
    const summary = await runImport(deps, { ...request, onRefused: (...row) => errors.write(...row) }).finally(() =>
      errors.close(),
    )
    const ignored = opened.header.filter((name) => !Object.hasOwn(parsed.columns, name))
    return { ...summary, ignored, refusedRows: summary.refused ? await readFile(errorsPath, 'utf8') : null }
  } catch (error) {
    throw error instanceof ImportError ? wrong(error.message.replaceAll(`${folder}/`, '')) : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export const importCalls = (deps: WriteDeps): readonly Call[] => [
  call(
    {
      method: 'post',
      path: '/api/imports',
      says: 'Imports the rows of a file; those that are there already are left or updated',
      who: 'staff',
      takes,
      answers: { 200: { says: 'What became of the rows', json: answer } },
      refuses: ['NEWER'],
    },
    async ({ context, viewer }) => importUpload(deps, viewer, await readUpload(context, mostBytes)),
  ),
]
