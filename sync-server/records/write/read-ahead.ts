// Reads what a batch's changes will read in a few statements. Judging reads the rest, so nothing else depends on it.
import { applyVerb } from '#schema/records/apply-verb.ts'
import { isSame } from '#schema/records/change.ts'
import { parseInput } from '#schema/records/verb-input.ts'
import { verbNamed } from '#schema/verbs.ts'
import { cascadeLinks, entityNamed } from '#schema/registry.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { JudgedActor } from '#server/records/actor.ts'
import type { Submitted, SubmittedAct, SubmittedChange, SubmittedOperation } from '#server/records/judge/outcome.ts'
import { prefetchNamed, prefetchTouched } from '#server/records/judge/prefetch.ts'
import { namedUsers } from '#server/records/judge/references.ts'
import { createWriters, type Writers } from '#server/records/judge/writers.ts'
import { createReadCollector } from '#server/records/rows/read-collector.ts'
import { isLive } from '#server/records/rows/stored-row.ts'
import type { WorkingSet } from '#server/records/rows/working-set.ts'
import { collectActivityReads, collectTitleReads } from './activities.ts'
import { recordingReads } from './recorded-reads.ts'
import type { Reading } from './open-batch.ts'

const isChange = (each: Submitted): each is SubmittedChange => 'ops' in each

export const readNamed = (set: WorkingSet, submitted: readonly Submitted[]): Promise<void> =>
  prefetchNamed(
    set,
    submitted.filter(isChange).flatMap(({ ops }) => ops),
  )

export const largeDeletes = (submitted: readonly Submitted[]): readonly SubmittedChange[] =>
  submitted
    .filter(isChange)
    .filter(({ ops }) => ops.every(({ op }) => op === 'delete') && ops.some(({ entity }) => hasCascade(entity)))

function hasCascade(name: string): boolean {
  const entity = entityNamed(name)
  return entity !== undefined && cascadeLinks(entity).length > 0
}

export async function readAhead(
  reading: Reading,
  actor: JudgedActor,
  submitted: readonly Submitted[],
  writers: Writers = createWriters(reading.tx, []),
): Promise<void> {
  const { set, tenantUsers } = reading
  await readNamed(set, submitted)
  const changes = submitted.filter(isChange)
  const plain = changes.flatMap(({ ops }) => ops.filter((op) => op.op !== 'act'))
  const operations = [...plain, ...(await stepsOf(set, actor.viewer, changes))]
  const touched = await prefetchTouched(reading, operations, collectActivityReads)
  const needs = createReadCollector(set)
  for (const each of touched) collectTitleReads(needs, set, each)
  const users = touched.flatMap(({ of: entity, after }) => namedUsers(entity, after))
  const disputed = plain.filter((op) => isDisputed(set, op)).map(({ entity, id }) => set.peek(entity, id)!)
  await Promise.all([
    needs.load(),
    tenantUsers.load(users.filter((id) => id !== actor.viewer.userId)),
    writers.load(disputed.map(({ id }) => id)),
    writers.loadChanges(disputed.flatMap(({ deletedIn }) => deletedIn ?? [])),
  ])
}

/** Its conflict will name the writer. */
function isDisputed(set: WorkingSet, op: SubmittedOperation): boolean {
  const row = 'base' in op && op.base ? set.peek(op.entity, op.id) : undefined
  if (!row || !('base' in op)) return false
  return !isLive(row) || Object.entries(op.base!).some(([field, seen]) => field in row && !isSame(row[field], seen))
}

interface PlannedAct {
  readonly act: SubmittedAct
  readonly changeId: string
  readonly index: number
  readonly loaded: Set<string>
}

/** The steps of the acts on the current rows, computed in rounds: what an act reads depends on what it has read. */
async function stepsOf(
  set: WorkingSet,
  viewer: Viewer,
  changes: readonly SubmittedChange[],
): Promise<SubmittedOperation[]> {
  const uses = changes.flatMap(({ id: changeId, ops }) =>
    ops.flatMap((act, index): PlannedAct[] => (act.op === 'act' ? [{ act, changeId, index, loaded: new Set() }] : [])),
  )
  if (!uses.length) return []
  for (;;) {
    const needs = createReadCollector(set)
    let isMissing = false
    const steps = uses.flatMap(({ act, changeId, index, loaded }): SubmittedOperation[] => {
      const verb = verbNamed(act)
      const parsed = verb && parseInput(verb, act.id, act.fields, 'ignore')
      if (!verb || !parsed?.ok) return []
      const rows = recordingReads({ set, viewer }, loaded, {
        row: (entity, id) => (needs.row(entity, id), (isMissing = true)),
        children: (link, id) => (needs.children(link, id), (isMissing = true)),
      })
      const use = { id: act.id, fields: parsed.values, seed: act.seed, changeId, index }
      return [...(applyVerb(verb, rows, use)?.steps ?? [])]
    })
    if (!isMissing) {
      for (const { entity, id } of steps) needs.row(entity, id)
      await needs.load()
      return steps
    }
    await needs.load()
  }
}
