// What was done, for everybody who may see the row: written with the change itself. A row that is deleted or leaves an
// audience takes its activities from investors; when it comes back they stay away, since they may name what was not to be
// seen meanwhile.
import { newId } from '../db/new-id.ts'
import type { actions } from '#schema/activities.ts'
import { type Entity, referenceFields } from '#schema/entity.ts'
import { recordNameOf } from '#schema/record-name.ts'
import { entityNamed, registry } from '#schema/registry.ts'
import type { ReadAny } from '#schema/rules.ts'
import { readableFields } from '#schema/viewer.ts'
import { audiencesOf, investorAudience } from '../db/audiences.ts'
import { type Actor, personOf } from './actor.ts'
import type { SubmittedOperation } from './outcome.ts'
import { isLive, type StoredRow } from './stored-row.ts'
import type { Staged, WorkingSet } from './working-set.ts'

const { activities } = registry
const ofRecord = { entity: activities.name, field: 'entityId' } as const

export async function stageActivities(
  set: WorkingSet,
  actor: Actor,
  ops: readonly SubmittedOperation[],
  at: string,
): Promise<void> {
  await withdrawActivities(set)
  const staged = new Map(set.staged().map((each) => [`${each.of.name} ${each.after.id}`, each]))
  for (const { op, entity, id } of ops) {
    const row = staged.get(`${entity} ${id}`)
    // What a person keeps for themselves does not concern others.
    if (row?.of.replicate !== 'all') continue
    await loadNamesake(set, row.of, row.after)
    const audience = audienceOf(row)
    const title = recordNameOf(entity, row.after, nameable(set, audience)) ?? null
    const said = { action: op, entityType: entity, entityId: id, title, ...audience }
    set.stage(activities, activityOf(actor, at, said))
  }
}

/** The record whose name this one goes by, where it has none of its own. */
async function loadNamesake(set: WorkingSet, of: Entity, row: StoredRow): Promise<void> {
  const reference = referenceFields(of).find(({ field }) => of.title && 'via' in of.title && field === of.title.via)
  const id = reference && row[reference.field]
  const other = typeof id === 'string' ? await set.get(reference!.to, id) : null
  if (other) await loadNamesake(set, entityNamed(reference!.to)!, other)
}

interface Said extends Audience {
  readonly action: (typeof actions)[number]
  readonly entityType: string
  readonly entityId: string
  readonly title: string | null
}

export const activityOf = (actor: Actor, at: string, said: Said): StoredRow => ({
  id: newId(),
  number: 0,
  createdAt: at,
  updatedAt: at,
  createdBy: personOf(actor),
  deletedAt: null,
  deletedIn: null,
  at,
  userId: personOf(actor),
  ...said,
})

interface Audience {
  readonly shown: boolean
  readonly investorId: string | null
}

/** What an activity may name a record by: an investor is told no name of a record that is hidden from them. */
const nameable =
  (set: WorkingSet, { shown, investorId }: Audience): ReadAny =>
  (entity, id) => {
    const row = set.peek(entity, id)
    if (!row || (!shown && investorId === null)) return row
    const audiences = audiencesOf(entityNamed(entity)!, row)
    return audiences.has('shown') || (investorId !== null && audiences.has(investorAudience(investorId)))
      ? row
      : undefined
  }

/** Investors hear of what they may read, and of nothing that changed only in what they may not. */
function audienceOf({ of, before, after }: Staged): Audience {
  const readable = readableFields(of, { role: 'INVESTOR' })
  const concerns = !isLive(before) || readable.some((name) => before[name] !== after[name])
  const audiences = concerns && isLive(after) ? audiencesOf(of, after) : new Map<string, string>()
  const investors = [...audiences.keys()].filter((each) => each.startsWith(investorAudience('')))
  const [own] = investors.length === 1 ? investors : []
  return { shown: audiences.has('shown'), investorId: own ? own.slice(investorAudience('').length) : null }
}

async function withdrawActivities(set: WorkingSet): Promise<void> {
  const left = set.staged().filter(hasLeft)
  await set.loadChildren(
    ofRecord,
    left.map(({ after }) => after.id),
  )
  for (const { of, after } of left) {
    const audiences = isLive(after) ? audiencesOf(of, after) : new Map<string, string>()
    for (const activity of await set.children(ofRecord, after.id)) {
      const shown = activity['shown'] === true && audiences.has('shown')
      const owner = activity['investorId'] as string | null
      const investorId = owner !== null && audiences.has(investorAudience(owner)) ? owner : null
      if (shown !== activity['shown'] || investorId !== owner) set.stage(activities, { ...activity, shown, investorId })
    }
  }
}

function hasLeft({ of, before, after }: Staged): boolean {
  if (!isLive(before) || of.replicate !== 'all') return false
  const now = audiencesOf(of, after)
  return [...audiencesOf(of, before).keys()].some((audience) => !isLive(after) || !now.has(audience))
}
