import { hash } from 'node:crypto'
import * as z from 'zod'
import { languageCodes } from '#schema/kernel/enumerations.ts'
import { importables, isImportable, maxImportRows } from '#schema/import/import-map.ts'
import type { Session, Sessions } from '#server/auth/sessions.ts'
import { readUpload } from '#server/http/calls/body.ts'
import { type Call, call, idempotencyKeyParameter } from '#server/http/calls/call.ts'
import { count, textOrNull } from '#server/http/calls/shapes.ts'
import { RequestError } from '#server/http/errors.ts'
import type { RunOnce } from '#server/http/calls/idempotency.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { wordsIn } from '#server/texts/words-of.ts'
import { ImportError } from './import-error.ts'
import { readMap } from './import-file.ts'
import { openImportFile } from './open-file.ts'
import { createRefusedRows } from './refused-rows.ts'
import { runImport } from './run-import.ts'
import { createSlots } from './slots.ts'

const maxBytes = 20_000_000
/** Total of the listed overwrites, in characters. */
const maxChangesLength = 5_000_000
/** The response of an import that writes is stored for repeated requests. */
const maxStoredChanges = 100

const formSchema = {
  type: 'multipart/form-data',
  schema: z.object({
    entity: z.enum(Object.keys(importables)),
    map: z.string().describe('The map of the columns, as JSON'),
    file: z
      .string()
      .meta({ format: 'binary' })
      .describe('CSV with a header line; delimiter and encoding are detected unless the map names them'),
    dryRun: z.optional(z.enum(['true', 'false'])),
    language: z
      .optional(z.enum(languageCodes))
      .describe('The language of choices and of yes and no in the cells; without it, stored values'),
  }),
}

const reason = z.object({
  at: z.nullable(z.string()).describe('The column of the file, or the field'),
  key: z.string(),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
})
const values = z.record(z.string(), z.unknown())
const response = z.object({
  rows: count,
  created: count,
  updated: count,
  unchanged: count,
  refused: count,
  dryRun: z.boolean(),
  ignored: z.array(z.string()).describe('Columns that the map does not name'),
  refusedRows: textOrNull.describe(
    'The refused rows as CSV, with the columns `line` and `reason`; null when there are none',
  ),
  refusals: z
    .array(z.object({ line: count, reasons: z.array(reason) }))
    .describe('Why each row of refusedRows is refused, in the same order, as keys with parameters'),
  changes: z
    .array(z.object({ line: count, fields: z.array(z.string()), before: values, after: values }))
    .describe('The first rows that overwrite fields of existing records, with the values of these fields'),
  refusedMore: textOrNull.describe(
    'A sentence about refused rows that did not fit into refusedRows; null when all did',
  ),
})
type ImportResponse = z.infer<typeof response>

const invalid = (message: string): RequestError => new RequestError('VALIDATION', {}, message)

const nameOf = (name: string): string => {
  const last = name.replace(/^.*[/\\]/, '').replace(/\p{Cc}/gu, '')
  return last.slice(-60).toWellFormed().replace(/^\.+$/, '') || 'import.csv'
}

interface Deps extends WriteDeps {
  readonly once: RunOnce
  readonly sessions: Pick<Sessions, 'viewerOf'>
}

const fieldsOf = (form: FormData): Promise<unknown[]> =>
  Promise.all(
    [...form].map(async ([name, value]) => [
      name,
      typeof value === 'string' ? value : [value.name, hash('sha256', new Uint8Array(await value.arrayBuffer()))],
    ]),
  )

/** People may lose their rights during an import. */
async function requireSameRole({ sessions }: Deps, { sid, viewer }: Session): Promise<void> {
  const now = await sessions.viewerOf(sid)
  if (now?.role !== viewer.role) throw new RequestError(now ? 'FORBIDDEN' : 'UNAUTHORIZED')
}

interface ImportGuard {
  readonly requireSlot: () => Promise<void>
  readonly signal: AbortSignal
}

/** Kept in memory: a copy on disk would survive a killed server. */
async function importUpload(deps: Deps, session: Session, form: FormData, guard: ImportGuard): Promise<object> {
  const { requireSlot, signal } = guard
  const given = ['entity', 'map', 'file', 'dryRun', 'language'].map((name) => form.get(name))
  const [entity, map, file, dryRun, language] = given
  if (typeof entity !== 'string' || !isImportable(entity))
    throw invalid(`entity is one of ${Object.keys(importables).join(', ')}`)
  if (typeof map !== 'string') throw invalid('map is the map of the columns, as JSON')
  if (!(file instanceof File)) throw invalid('file is a file in CSV')
  if (dryRun !== null && dryRun !== 'true' && dryRun !== 'false') throw invalid('dryRun is true or false')
  const wordLanguage = languageCodes.find((code) => code === language)
  if (typeof language === 'string' && !wordLanguage) throw invalid(`language is one of ${languageCodes.join(', ')}`)
  try {
    const parsed = readMap('of the request', map, entity)
    const content = new Uint8Array(await file.arrayBuffer())
    const opened = await openImportFile({ path: nameOf(file.name), content }, parsed, {
      maxRows: maxImportRows,
      signal,
    })
    const refused = createRefusedRows(opened.header)
    const changes: ImportResponse['changes'] = []
    const maxChanges = dryRun === 'true' ? Infinity : maxStoredChanges
    let changesLength = 0
    const summary = await runImport(deps, {
      viewer: session.viewer,
      entity,
      map: parsed,
      file: opened,
      ...(wordLanguage && { wordsOf: wordsIn(wordLanguage, entity) }),
      dryRun: dryRun === 'true',
      requireRights: async () => {
        signal.throwIfAborted()
        await requireSlot()
        await requireSameRole(deps, session)
      },
      onUpdated({ line }, overwritten) {
        const change = { line, fields: Object.keys(overwritten.after), ...overwritten }
        changesLength += JSON.stringify(change).length
        if (changesLength <= maxChangesLength && changes.length < maxChanges) changes.push(change)
      },
      onRefused: (...row) => refused.add(...row),
    })
    const ignored = opened.header.filter((name) => !Object.hasOwn(parsed.columns, name))
    return { ...summary, ignored, changes, ...refused.summary() }
  } catch (error) {
    throw error instanceof ImportError ? invalid(error.message) : error
  }
}

export function importCalls(deps: Deps): readonly Call[] {
  const inSlot = createSlots(deps.database)
  return [
    call(
      {
        method: 'post',
        path: '/api/imports',
        summary: 'Imports the rows of a file; existing ones are skipped or updated',
        auth: 'staff',
        parameters: [idempotencyKeyParameter],
        requestBody: formSchema,
        responses: { 200: { description: 'The result', json: response } },
        errors: ['DUPLICATE', 'NEWER', 'RATE_LIMITED'],
      },
      ({ context, session }) =>
        inSlot(session.viewer, async (requireSlot) => {
          const form = await readUpload(context, maxBytes)
          const work = () => importUpload(deps, session, form, { requireSlot, signal: context.req.raw.signal })
          // A dry run writes nothing.
          if (form.get('dryRun') === 'true') return work()
          return deps.once(context, session.viewer, await fieldsOf(form), work)
        }),
    ),
  ]
}
