import * as z from 'zod'
import { actorKinds, auditLogs, auditOutcomes } from '#schema/entities/audit-logs/entity.ts'
import { choice, moment, text, user } from '#schema/kernel/field-types.ts'
import { optional } from '#schema/kernel/field-options.ts'
import { isUuid } from '#schema/sync/protocol.ts'
import type { Database } from '#server/db/connect/database.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { textOrNull, timeText, uuidText } from '#server/http/calls/shapes.ts'
import { RequestError } from '#server/http/errors.ts'
import { respondWithPart, pagingParameters, partOf } from '#server/http/calls/paging.ts'
import { type EntryFilter, listEntries } from './list-entries.ts'
import { trailFile } from './trail-file.ts'

interface Deps {
  readonly database: Database
  readonly now: () => Date
}

const usualLimit = 100

const filters = {
  actor: optional(text(36)),
  entity: optional(text(100)),
  recordId: optional(user()),
  action: optional(text(100)),
  outcome: optional(choice(auditOutcomes)),
  from: optional(moment()),
  to: optional(moment()),
}

const values = z.record(z.string(), z.unknown())

const entry = z.object({
  id: uuidText,
  timestamp: timeText.describe('By the clock of the server'),
  deviceTime: z.nullable(timeText).optional().describe('By the clock of the device, for information only'),
  actor: z.object({
    kind: z.enum(actorKinds),
    userId: z.nullable(uuidText),
    name: textOrNull,
    role: textOrNull,
    job: textOrNull,
    file: textOrNull,
  }),
  action: z.string().describe('<entity>.<verb>'),
  outcome: z.enum(auditOutcomes),
  entity: z.string(),
  recordId: z.nullable(uuidText),
  before: z.nullable(values),
  after: z.nullable(values),
  details: values.describe('More details: changeId, followed, reason, code, address …'),
})

function checked(filter: EntryFilter): EntryFilter {
  const { actor } = filter
  if (actor !== null && !isUuid(actor) && !(actorKinds as readonly string[]).includes(actor))
    throw new RequestError('VALIDATION', {}, `actor is a person's id or one of ${actorKinds.join(', ')}`)
  return filter
}

/** `from` is inclusive, `to` exclusive. */
export const auditCalls = ({ database, now }: Deps): readonly Call[] => [
  call(
    {
      method: 'get',
      path: '/api/audit-logs',
      summary: 'The audit trail, newest first: a hundred entries or `limit`, and the next page in `Link`',
      auth: { may: 'read', entity: auditLogs },
      query: filters,
      parameters: pagingParameters,
      responses: { 200: { description: 'The entries', json: z.array(entry) } },
    },
    async ({ context, viewer, query }) => {
      const { limit, after } = partOf(context) ?? { limit: usualLimit }
      const cursor = after && { timestamp: after.createdAt, id: after.id }
      const filter = checked(query)
      const found = await listEntries(database, viewer.tenantId, filter, { limit: limit + 1, after: cursor })
      return respondWithPart(context, found, { limit }, ({ timestamp, id }) => ({ createdAt: timestamp, id }))
    },
  ),
  call(
    {
      method: 'get',
      path: '/api/audit-logs/export',
      summary: 'The same entries as a CSV file that a spreadsheet opens safely',
      auth: { may: 'read', entity: auditLogs },
      query: filters,
      responses: {
        200: { description: 'One line per entry, newest first', type: 'text/csv', headers: ['Content-Disposition'] },
      },
    },
    ({ context, viewer, query }) => {
      const filter = checked(query)
      const file = trailFile((limit, after) => listEntries(database, viewer.tenantId, filter, { limit, after }))
      return context.body(file, 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="audit-trail-${now().toISOString().slice(0, 10)}.csv"`,
      })
    },
  ),
]
