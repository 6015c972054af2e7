import type { Entity } from '#schema/kernel/entity.ts'
import { sameStatuses } from '#schema/kernel/enumerations.ts'
import { issuesBody, type Issue } from '#schema/kernel/issues.ts'
import { isStatus } from '#schema/kernel/field.ts'
import { parseField } from '#schema/kernel/parse.ts'
import { isUuid } from '#schema/sync/protocol.ts'
import { readableFields } from '#schema/kernel/permissions.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { Filters } from '#server/records/read/read.ts'
import type { Json } from './call.ts'
import { valueSchema } from './entity-schemas.ts'
import { RequestError } from '#server/http/errors.ts'

const filterable = new Set(['reference', 'choice', 'flag', 'date', 'email'])

export const filterParameters = (entity: Entity): readonly Json[] =>
  Object.entries(entity.fields)
    .filter(([, { storage, readers }]) => filterable.has(storage.kind) && readers !== 'nobody')
    .map(([name, field]) => ({ name, in: 'query', schema: valueSchema(field) }))

export function filtersOf(entity: Entity, viewer: Viewer, query: Readonly<Record<string, string>>): Filters {
  const issues: Record<string, Issue> = {}
  const filters: Record<string, unknown> = {}
  for (const name of readableFields(entity, viewer)) {
    const field = entity.fields[name]!
    const given = Object.hasOwn(query, name) ? query[name] : undefined
    if (given === undefined || !filterable.has(field.storage.kind)) continue
    const parsed = parseField(field, field.storage.kind === 'flag' ? flagOf(given) : given.trim())
    if ('issue' in parsed) issues[name] = parsed.issue
    else if (parsed.value === null || (field.storage.kind === 'reference' && !isUuid(given)))
      issues[name] = { key: 'reference' }
    else filters[name] = isStatus(field) ? sameStatuses(parsed.value as string) : parsed.value
  }
  if (Object.keys(issues).length) throw new RequestError('VALIDATION', issuesBody(issues))
  return filters
}

const flagOf = (text: string): unknown => (text === 'true' ? true : text === 'false' ? false : text)
