// When a row leaves an audience, investors lose its activities permanently: they may mention values hidden from them.
import { newId } from '#server/db/new-id.ts'
import { type Entity, perEntity, referenceFields } from '#schema/kernel/entity.ts'
import type { ChangedValue } from '#schema/kernel/field-types.ts'
import { changedValuesOf } from '#schema/records/changed-values.ts'
import { recordTitleOf } from '#schema/records/record-name.ts'
import { cascadeLinks, entityNamed, registry } from '#schema/registry.ts'
import type { ReadAny } from '#schema/rules.ts'
import { readableFields } from '#schema/kernel/permissions.ts'
import { audiencesOf, investorAudience } from '#server/db/tables/audiences.ts'
import { type Actor, deviceOf, nameOf, personOf } from '#server/records/actor.ts'
import { type AuditVerb, type AuditedOperation, isPlain } from '#server/records/audit/audit-action.ts'
import type { ReadCollector } from '#server/records/rows/read-collector.ts'
import { textFields } from '#server/records/rows/personal-fields.ts'
import { isLive, type StoredRow } from '#server/records/rows/stored-row.ts'
import type { ReadSet, Staged, WorkingSet } from '#server/records/rows/working-set.ts'

const { activities } = registry
/** The column holds no more. */
const maxTitleLength = 255
const byRecord = { entity: activities.name, field: 'entityId' } as const

export async function stageActivities(
  set: WorkingSet,
  actor: Actor,
  operations: readonly AuditedOperation[],
  at: string,
): Promise<void> {
  await withdrawActivities(set)
  const staged = new Map(set.staged().map((each) => [`${each.of.name} ${each.after.id}`, each]))
  const written: Written[] = []
  const gone: DeletedLinks = operations.some(({ op }) => op === 'delete') ? deletedLinksOf(set) : new Map()
  for (const { op, entity, id } of operations) {
    const row = staged.get(`${entity} ${id}`) ?? (isPlain(op) ? undefined : await unchanged(set, entity, id))
    // Personal rows do not concern others.
    if (!row?.of.hasActivity) continue
    await loadTitleRow(set, row.of, row.after)
    const audience = audienceOf(row)
    const title = recordTitleOf(entity, row.after, readableBy(set, audience))?.slice(0, maxTitleLength) ?? null
    const belongedTo = op === 'delete' ? parentsOf(row, gone) : null
    const values = { action: op, entityType: entity, entityId: id, title, belongedTo, ...audience }
    written.push({ row, values })
  }
  if (!written.length) return
  const followed = changesOfOthers(staged.values(), written)
  for (const [index, { row, values }] of written.entries()) {
    const changes = [...changesOf(row), ...(index === 0 ? followed : [])]
    set.stage(activities, activityOf(actor, at, { ...values, changes }))
  }
}

interface Written {
  readonly row: Staged
  readonly values: Omit<ActivityValues, 'changes'>
}

const changesOf = ({ of: entity, before, after }: Staged): ChangedValue[] =>
  isLive(before) && isLive(after) ? changedValuesOf(entity, before, after) : []

/** Rows without an activity of their own. Texts are left out, so that only a record's own activities hold them. */
function changesOfOthers(staged: Iterable<Staged>, written: readonly Written[]): ChangedValue[] {
  const own = new Set(written.map(({ row }) => row.after.id))
  return [...staged].flatMap((each): ChangedValue[] => {
    const { of: entity, after } = each
    if (!entity.hasActivity || own.has(after.id)) return []
    return changesOf(each)
      .filter(([name]) => !textFields(entity).includes(name))
      .map(([name, from, to]) => [name, from, to, entity.name, after.id])
  })
}

type DeletedLinks = ReadonlyMap<string, readonly Staged[]>

const linkText = (entity: string, field: string, id: unknown): string => `${entity} ${field} ${String(id)}`

function deletedLinksOf(set: WorkingSet): DeletedLinks {
  const links = set
    .staged()
    .filter(({ before, after }) => isLive(before) && !isLive(after))
    .flatMap((row) =>
      referenceFields(row.of).map(({ field }) => [linkText(row.of.name, field, row.after[field]), row] as const),
    )
  const byLink = Map.groupBy(links, ([link]) => link)
  return new Map([...byLink].map(([link, rows]) => [link, rows.map(([, row]) => row)]))
}

const groupOf = (row: Staged, gone: DeletedLinks): readonly Staged[] => [
  row,
  ...cascadeLinks(row.of)
    .flatMap(({ entity, field }) => gone.get(linkText(entity, field, row.after.id)) ?? [])
    .flatMap((each) => groupOf(each, gone)),
]

function parentsOf(row: Staged, gone: DeletedLinks): readonly string[] {
  const group = groupOf(row, gone)
  const parents = new Set(group.flatMap(({ of: entity, after }) => referencesOf(entity, after)))
  return [...parents.difference(new Set(group.map(({ after }) => after.id)))]
}

const referencesOf = (entity: Entity, row: StoredRow): readonly string[] =>
  referenceFields(entity)
    .map(({ field }) => row[field])
    .filter((id) => typeof id === 'string')

/** A custom verb may write only other records. */
async function unchanged(set: WorkingSet, entity: string, id: string): Promise<Staged | undefined> {
  const row = await set.get(entity, id)
  return row ? { of: entityNamed(entity)!, before: row, after: row } : undefined
}

async function loadTitleRow(set: WorkingSet, entity: Entity, row: StoredRow): Promise<void> {
  for (const { field, to } of titleReferences(entity)) {
    const id = row[field]
    if (typeof id !== 'string') continue
    const other = await set.get(to, id)
    if (other) await loadTitleRow(set, entityNamed(to)!, other)
  }
}

interface ActivityValues extends Audience {
  readonly action: AuditVerb
  readonly entityType: string
  readonly entityId: string
  readonly title: string | null
  readonly belongedTo: readonly string[] | null
  readonly changes: readonly ChangedValue[]
}

export const activityOf = (actor: Actor, at: string, values: ActivityValues): StoredRow => ({
  id: newId(),
  number: 0,
  createdAt: at,
  updatedAt: at,
  createdBy: personOf(actor),
  deletedAt: null,
  deletedIn: null,
  at,
  userId: personOf(actor),
  by: nameOf(actor),
  device: deviceOf(actor),
  source: actor.kind === 'person' ? null : actor.kind,
  ...values,
})

interface Audience {
  readonly shown: boolean
  readonly investorId: string | null
}

/** A title must not reveal the name of a hidden record. */
const readableBy =
  (set: WorkingSet, { shown, investorId }: Audience): ReadAny =>
  (entity, id) => {
    const row = set.peek(entity, id)
    if (!row || (!shown && investorId === null)) return row
    const audiences = audiencesOf(entityNamed(entity)!, row)
    return audiences.has('shown') || (investorId !== null && audiences.has(investorAudience(investorId)))
      ? row
      : undefined
  }

function audienceOf({ of: entity, before, after }: Staged): Audience {
  const readable = readableFields(entity, { role: 'INVESTOR' })
  const concerns = !isLive(before) || readable.some((name) => before[name] !== after[name])
  const audiences = concerns && isLive(after) ? audiencesOf(entity, after) : new Map<string, string>()
  const investors = [...audiences.keys()].filter((each) => each.startsWith(investorAudience('')))
  const [soleInvestor] = investors.length === 1 ? investors : []
  return {
    shown: audiences.has('shown'),
    investorId: soleInvestor ? soleInvestor.slice(investorAudience('').length) : null,
  }
}

async function withdrawActivities(set: WorkingSet): Promise<void> {
  const left = set.staged().filter(hasLeft)
  await set.loadChildren(
    byRecord,
    left.map(({ after }) => after.id),
  )
  for (const { of: entity, after } of left) {
    const audiences = isLive(after) ? audiencesOf(entity, after) : new Map<string, string>()
    for (const activity of await set.children(byRecord, after.id)) {
      const shown = activity['shown'] === true && audiences.has('shown')
      const owner = activity['investorId'] as string | null
      const investorId = owner !== null && audiences.has(investorAudience(owner)) ? owner : null
      if (shown !== activity['shown'] || investorId !== owner) set.stage(activities, { ...activity, shown, investorId })
    }
  }
}

export function collectActivityReads(reads: ReadCollector, touched: Staged): void {
  if (hasLeft(touched)) reads.children(byRecord, touched.after.id)
}

export function collectTitleReads(reads: ReadCollector, set: ReadSet, { of: entity, after }: Staged): void {
  for (const { field, to } of titleReferences(entity)) {
    const other = set.peek(to, after[field] as string)
    if (!other) continue
    for (const next of titleReferences(entityNamed(to)!)) reads.row(next.to, other[next.field])
  }
}

const titleReferences = perEntity((entity) => {
  const { title } = entity
  return title && 'via' in title
    ? referenceFields(entity).filter(({ field }) => field === title.via || field === title.holding?.investor)
    : []
})

function hasLeft({ of: entity, before, after }: Staged): boolean {
  if (!isLive(before) || !entity.hasActivity) return false
  const now = audiencesOf(entity, after)
  return [...audiencesOf(entity, before).keys()].some((audience) => !isLive(after) || !now.has(audience))
}
