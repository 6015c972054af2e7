import { type Entity, perEntity, referenceFields } from '#schema/kernel/entity.ts'
import type { Issue } from '#schema/kernel/issues.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { entityNamed } from '#schema/registry.ts'
import { isUuid } from '#schema/sync/protocol.ts'
import type { Context } from './context.ts'
import { isAllowed } from './is-allowed.ts'
import { rejectAbsent, type Outcome, rejectOperation } from './outcome.ts'
import { isLive } from '#server/records/rows/stored-row.ts'
import { maxLinks } from '#server/records/rows/linked-ids.ts'
import type { ReadSet } from '#server/records/rows/working-set.ts'

const missing: Issue = { key: 'missing' }

export async function checkReferences(
  context: Context,
  entity: Entity,
  values: Values,
  mayBeGone = false,
): Promise<Outcome | null> {
  const issues: Record<string, Issue> = {}
  for (const { field, to } of referenceFields(entity)) {
    const id = values[field]
    if (typeof id !== 'string') continue
    const issue = await referenceIssue(context, to, id, mayBeGone)
    if (issue === 'missing') issues[field] = missing
    else if (issue) return rejectOperation(issue)
  }
  if (Object.keys(issues).length) return rejectAbsent('VALIDATION', issues)
  const unknownUsers = await unknownUsersIn(context, entity, values)
  return unknownUsers.length ? rejectOperation('VALIDATION', issuesOf(unknownUsers)) : null
}

export async function referenceIssue(
  context: Context,
  to: string,
  id: string,
  mayBeGone = false,
): Promise<'missing' | 'SUPERSEDED' | 'PARENT_GONE' | null> {
  const row = await context.set.get(to, id)
  if (!row && context.isRefusedCreate(id)) return 'SUPERSEDED'
  if (!row || !isAllowed(context, entityNamed(to)!, 'read', row)) return 'missing'
  return isLive(row) || mayBeGone ? null : 'PARENT_GONE'
}

const issuesOf = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, missing]))

/** People whom the values name, whoever writes them. */
export const namedUsers = (entity: Entity, values: Values): string[] =>
  userFields(entity).flatMap((field) => {
    const id = values[field]
    return typeof id === 'string' && isUuid(id) ? [id] : []
  })

const userFields = perEntity((entity) =>
  Object.entries(entity.fields).flatMap(([field, { storage, byServer }]) =>
    storage.kind === 'user' && !byServer ? [field] : [],
  ),
)

async function unknownUsersIn({ tenantUsers, viewer }: Context, entity: Entity, values: Values): Promise<string[]> {
  const unknownUsers: string[] = []
  for (const field of userFields(entity)) {
    const id = values[field]
    if (viewer === null || typeof id !== 'string') continue
    if (id !== viewer.userId && !(await tenantUsers.has(id))) unknownUsers.push(field)
  }
  return unknownUsers
}

const longChainLength = 4

/** A chain must not lead back to its row, nor be too long. */
export async function chainIssue(
  set: ReadSet,
  entity: Entity,
  row: Values & { readonly id: string },
): Promise<Issue | null> {
  const seen = new Set<string>([row.id])
  let at: Values | null = row
  for (let next: Entity | undefined = entity; next?.acyclicField && at;) {
    const { storage } = next.fields[next.acyclicField]!
    const id: unknown = at[next.acyclicField]
    if (storage.kind !== 'reference' || typeof id !== 'string') return null
    if (seen.has(id)) return { key: 'cycle' }
    if (seen.size > maxLinks) return { key: 'chain', params: { max: maxLinks } }
    seen.add(id)
    // Most chains are shorter.
    if (seen.size === longChainLength) await set.loadChains(entityNamed(storage.to)!, [id])
    at = await set.get(storage.to, id)
    next = entityNamed(storage.to)
  }
  return null
}
