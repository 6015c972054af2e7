// What one written row brings with it: columns that the server keeps on it, sums and rows of other nouns that follow.
import type { Entity, Link } from '#schema/entity.ts'
import { entityNamed } from '#schema/registry.ts'
import { completeValues, rulesOf } from '#schema/rules.ts'
import { addingAnew, moved, type Rows, sumMoves } from '#schema/sums.ts'
import { type RulesByNoun, serverRulesOf, type Stored, writtenOf } from './noun-rules.ts'
import { isLive, type StoredRow } from './stored-row.ts'
import type { WorkingSet } from './working-set.ts'

export interface Following {
  readonly set: WorkingSet
  readonly rules: RulesByNoun
}

/** Sets what the server keeps on the row itself before it is saved. */
export async function complete({ set, rules }: Following, of: Entity, row: StoredRow): Promise<StoredRow> {
  await loadReferences(set, of, row)
  const completed = completeValues(of.name, row, rowsOf(set).get) as StoredRow
  return serverRulesOf(rules, of.name).complete?.(set, completed as Stored<never>) ?? completed
}

/** Stages a written row and all that follows from it. */
export async function stageAndFollow(
  following: Following,
  of: Entity,
  before: StoredRow | null,
  after: StoredRow,
): Promise<void> {
  const { set, rules } = following
  set.stage(of, after)
  const [was, is] = [isLive(before) ? before : null, isLive(after) ? after : null]
  await moveSums(set, of, was, is)
  if (was && is) await completeAnew(following, of, was, is)
  await serverRulesOf(rules, of.name).follow?.(set, writtenOf({ of, before, after }))
}

/** Stages what follows from all that a change has staged. */
export async function followChange({ set, rules }: Following): Promise<void> {
  for (const noun of Object.keys(rules)) await serverRulesOf(rules, noun).followChange?.(set)
}

async function loadReferences(set: WorkingSet, of: Entity, row: StoredRow): Promise<void> {
  for (const [field, { storage }] of Object.entries(of.fields)) {
    const id = row[field]
    if (storage.kind === 'reference' && typeof id === 'string') await set.get(storage.to, id)
  }
}

async function moveSums(set: WorkingSet, of: Entity, was: StoredRow | null, is: StoredRow | null): Promise<void> {
  const either = is ?? was
  if (!either) return
  if (rulesOf(of.name).adds) await loadReferences(set, of, either)
  for (const link of addingAnew(of.name, was, is)) await set.children(link, either.id)
  for (const move of sumMoves(of.name, was, is, rowsOf(set))) {
    const row = set.peek(move.entity, move.id)
    if (row) set.stage(entityNamed(move.entity)!, { ...row, [move.field]: moved(row[move.field], move) })
  }
}

async function completeAnew({ set, rules }: Following, of: Entity, was: StoredRow, is: StoredRow): Promise<void> {
  for (const link of completedBy(rules, of, was, is)) {
    const { complete: completeRow } = serverRulesOf(rules, link.entity)
    for (const row of await set.children(link, is.id))
      set.stage(entityNamed(link.entity)!, completeRow!(set, row as Stored<never>))
  }
}

/** The rows that look at what has changed, by their reference to this one. */
const completedBy = (rules: RulesByNoun, of: Entity, was: StoredRow, is: StoredRow): Link[] =>
  Object.keys(rules).flatMap((noun) =>
    Object.entries(serverRulesOf(rules, noun).completeBy ?? {})
      .filter(([field, looksAt]) => {
        const { storage } = entityNamed(noun)!.fields[field]!
        const pointsHere = storage.kind === 'reference' && storage.to === of.name
        return pointsHere && looksAt.some((each) => was[each] !== is[each])
      })
      .map(([field]) => ({ entity: noun, field })),
  )

const rowsOf = (set: WorkingSet): Rows => ({
  get: (entity, id) => set.peek(entity, id),
  where: (link, id) => set.loadedChildren(link, id),
})
