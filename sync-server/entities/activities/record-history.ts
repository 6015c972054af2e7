// Devices compute older states of a record from its changed values in the audit trail.
import * as z from 'zod'
import { activities } from '#schema/entities/activities/entity.ts'
import { actorKinds } from '#schema/entities/audit-logs/entity.ts'
import type { Entity } from '#schema/kernel/entity.ts'
import { type ChangedValue, text, user } from '#schema/kernel/field-types.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { readableFields, ruleOf } from '#schema/kernel/permissions.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import { recordedFields } from '#schema/records/changed-values.ts'
import { entityNamed, type Row } from '#schema/registry.ts'
import type { Database } from '#server/db/connect/database.ts'
import { personNames } from '#server/db/person-names.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { fieldSchema } from '#server/http/calls/entity-schemas.ts'
import { respondWithPart, pagingParameters, partOf } from '#server/http/calls/paging.ts'
import { requireFieldVisibility } from '#server/http/calls/require-visible.ts'
import { textOrNull, timeText, uuidText } from '#server/http/calls/shapes.ts'
import { RequestError } from '#server/http/errors.ts'
import { verbOf } from '#server/records/audit/audit-action.ts'
import { type ListCursor, type ListPart, readRow } from '#server/records/read/read.ts'

type Found = Pick<Row<'activities'>, 'id' | 'at' | 'userId' | 'source' | 'action'> & {
  readonly before: Values | null
  readonly after: Values | null
}

const usualLimit = 100

const entry = z.object({
  id: uuidText,
  at: timeText,
  userId: z.nullable(uuidText),
  by: textOrNull,
  source: z.nullable(z.enum(actorKinds)).describe('Null for people'),
  action: z.string().describe('create, update, delete, restore or a verb'),
  changes: z.array(z.array(z.unknown())).describe(String(fieldSchema(activities.fields.changes)['description'])),
})

export const recordHistoryCall = ({ database }: { readonly database: Database }): Call =>
  call(
    {
      method: 'get',
      path: '/api/record-history',
      summary: 'The changes of a record, newest first, from the audit trail: a hundred or `limit`',
      auth: 'staff',
      query: { entity: text(100), recordId: user() },
      parameters: pagingParameters,
      responses: { 200: { description: 'The changes', json: z.array(entry) } },
      errors: ['NOT_FOUND', 'NEWER'],
    },
    async ({ context, viewer, query: { entity, recordId } }) => {
      const definition = entityNamed(entity)
      if (!definition?.hasActivity || ruleOf(definition, viewer, 'read') !== 'everything')
        throw new RequestError('NOT_FOUND')
      const part = partOf(context) ?? { limit: usualLimit }
      const found = await readHistory(database, viewer, definition, recordId, part)
      const names = await personNames(
        database,
        viewer.tenantId,
        found.flatMap(({ userId }) => userId ?? []),
      )
      const entries = found.map((each) => ({ ...each, by: names.get(each.userId ?? '') ?? null }))
      return respondWithPart(context, entries, part, ({ at, id }) => ({ createdAt: at, id }))
    },
  )

const readHistory = (
  database: Database,
  viewer: Viewer,
  entity: Entity,
  id: string,
  { limit, after }: ListPart,
): Promise<(Omit<Found, 'before' | 'after'> & { readonly changes: readonly ChangedValue[] })[]> =>
  database.tenant(viewer.tenantId, async (tx) => {
    const limited = await requireFieldVisibility(tx, viewer, entity)
    if (!(await readRow(tx, entity, limited, id))) throw new RequestError('NOT_FOUND')
    const found = await tx.query<Found>(historySql, [tx.tenantId, id, entity.name, ...cursorParams(after), limit + 1])
    const readable = new Set(readableFields(entity, limited))
    const fields = recordedFields(entity).filter((name) => readable.has(name))
    return found.map(({ before, after: next, ...each }) => ({
      ...each,
      action: verbOf(each.action),
      changes: fields.flatMap((name): ChangedValue[] =>
        before && name in before ? [[name, before[name] ?? null, next?.[name] ?? null]] : [],
      ),
    }))
  })

const cursorParams = (after: ListCursor | undefined) => [after?.createdAt ?? 'infinity', after?.id ?? lastId]
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const historySql = `select id, to_char("timestamp" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, user_id as "userId", action,
  nullif(coalesce(details -> 'actor' ->> 'kind', 'person'), 'person') as source, details -> 'before' as before, details -> 'after' as after
from audit_logs where tenant_id = $1 and entity_id = $2::uuid and entity_type = $3
  and ("timestamp", id) < ($4::timestamptz, $5::uuid)
order by "timestamp" desc, id desc limit $6`
