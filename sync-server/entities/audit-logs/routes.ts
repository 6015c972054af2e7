import { actorKinds, auditLogs, auditOutcomes } from '#schema/entities/audit-logs/entity.ts'
import { choice, moment, text, user } from '#schema/kernel/field-types.ts'
import { optional } from '#schema/kernel/field-options.ts'
import { isUuid } from '#schema/sync/protocol.ts'
import type { Database } from '#server/db/connect/database.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { time, uuid } from '#server/http/calls/entity-schemas.ts'
import { RequestError } from '#server/http/errors.ts'
import { answerPart, pagingParameters, partOf } from '#server/http/calls/paging.ts'
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

const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] })
const textOrNull = { type: ['string', 'null'] }
const values = { type: 'object', additionalProperties: true }

const entry = {
  type: 'object',
  required: ['id', 'timestamp', 'actor', 'action', 'outcome', 'entity', 'recordId', 'before', 'after', 'details'],
  properties: {
    id: uuid,
    timestamp: { ...time, description: 'By the clock of the server' },
    deviceTime: { ...orNull(time), description: 'By the clock of the device, for information only' },
    actor: {
      type: 'object',
      required: ['kind', 'userId', 'name', 'role', 'job', 'file'],
      properties: {
        kind: { type: 'string', enum: actorKinds },
        userId: orNull(uuid),
        name: textOrNull,
        role: textOrNull,
        job: textOrNull,
        file: textOrNull,
      },
    },
    action: { type: 'string', description: '<entity>.<verb>' },
    outcome: { type: 'string', enum: auditOutcomes },
    entity: { type: 'string' },
    recordId: orNull(uuid),
    before: orNull(values),
    after: orNull(values),
    details: { ...values, description: 'More details: changeId, followed, reason, code, address …' },
  },
}

/** An actor is a person's id or a kind of actor. */
function checked(filter: EntryFilter): EntryFilter {
  const { actor } = filter
  if (actor !== null && !isUuid(actor) && !(actorKinds as readonly string[]).includes(actor))
    throw new RequestError('VALIDATION', {}, `actor is a person's id or one of ${actorKinds.join(', ')}`)
  return filter
}

/**
 * `GET /api/audit-logs?actor=&entity=&recordId=&action=&outcome=&from=&to=&limit=&cursor=` returns `TrailEntry[]`, newest first, 100 by default; the
 * `Link` header leads to older ones. `from` is inclusive, `to` exclusive, both ISO 8601 in UTC. `GET /api/audit-logs/export` returns all of them as
 * CSV.
 */
export const auditCalls = ({ database, now }: Deps): readonly Call[] => [
  call(
    {
      method: 'get',
      path: '/api/audit-logs',
      summary: 'The audit trail, newest first: a hundred entries or `limit`, and the next page in `Link`',
      auth: { may: 'read', of: auditLogs },
      query: filters,
      parameters: pagingParameters,
      responses: { 200: { description: 'The entries', json: { type: 'array', items: entry } } },
    },
    async ({ context, viewer, query }) => {
      const { limit, after } = partOf(context) ?? { limit: usualLimit }
      const place = after && { timestamp: after.createdAt, id: after.id }
      const filter = checked(query)
      const found = await listEntries(database, viewer.tenantId, filter, { limit: limit + 1, after: place })
      return answerPart(context, found, { limit }, ({ timestamp, id }) => ({ createdAt: timestamp, id }))
    },
  ),
  call(
    {
      method: 'get',
      path: '/api/audit-logs/export',
      summary: 'The same entries as a CSV file that a spreadsheet opens safely',
      auth: { may: 'read', of: auditLogs },
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
        'content-disposition': `attachment; filename="audit-log-${now().toISOString().slice(0, 10)}.csv"`,
      })
    },
  ),
]
