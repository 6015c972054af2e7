// The consequences of a written row: maintained columns, sums, and rows of other entities.
import { affectedBy, type Dependent, dependentsBy } from '#schema/records/dependents.ts'
import { type Entity, referenceFields } from '#schema/kernel/entity.ts'
import { entityNamed } from '#schema/registry.ts'
import { completeValues, rulesOf } from '#schema/rules.ts'
import { recalculatedLinks, addTo, type Rows, sumMoves } from '#schema/records/sums.ts'
import type { RequestOrigin } from '#server/records/actor.ts'
import { type RulesByEntity, serverRulesOf, writtenOf } from '#server/records/rows/entity-rules.ts'
import { isLive, type StoredRow } from '#server/records/rows/stored-row.ts'
import type { WorkingSet } from '#server/records/rows/working-set.ts'

export interface Following {
  readonly set: WorkingSet
  readonly rules: RulesByEntity
}

interface Prepared {
  readonly completedBy: ReadonlyMap<string, readonly Dependent[]>
  readonly followChange: readonly ReturnType<typeof serverRulesOf>[]
}

const prepared = new WeakMap<RulesByEntity, Prepared>()

function preparedOf(rules: RulesByEntity): Prepared {
  const known = prepared.get(rules)
  if (known) return known
  const names = Object.keys(rules)
  const made = {
    completedBy: dependentsBy(names.map((name) => [name, serverRulesOf(rules, name).completeBy])),
    followChange: names.map((name) => serverRulesOf(rules, name)),
  }
  prepared.set(rules, made)
  return made
}

export async function complete(
  { set, rules, today, from }: Following & { readonly today: string; readonly from: RequestOrigin | undefined },
  entity: Entity,
  was: StoredRow | null,
  row: StoredRow,
): Promise<StoredRow> {
  const serverRules = serverRulesOf(rules, entity.name)
  if (!serverRules.complete && !rulesOf(entity.name).complete) return row
  await loadReferences(set, entity, row)
  const completed = completeValues(entity.name, row, rowsOf(set).get, { before: was, today }) as StoredRow
  return serverRules.complete?.(set, completed, from) ?? completed
}

export async function followRow(
  following: Following,
  entity: Entity,
  before: StoredRow | null,
  after: StoredRow,
): Promise<void> {
  const { set, rules } = following
  const [was, is] = [isLive(before) ? before : null, isLive(after) ? after : null]
  await moveSums(set, entity, was, is)
  if (was && is) await completeAnew(following, entity, was, is)
  await serverRulesOf(rules, entity.name).follow?.(set, writtenOf({ of: entity, before, after }))
}

export async function followChange({ set, rules }: Following): Promise<void> {
  for (const each of preparedOf(rules).followChange) await each.followChange?.(set)
}

async function loadReferences(set: WorkingSet, entity: Entity, row: StoredRow): Promise<void> {
  for (const { field, to } of referenceFields(entity)) {
    const id = row[field]
    if (typeof id === 'string') await set.get(to, id)
  }
}

async function moveSums(set: WorkingSet, entity: Entity, was: StoredRow | null, is: StoredRow | null): Promise<void> {
  const either = is ?? was
  if (!either) return
  // A verb may move a row to another record.
  if (rulesOf(entity.name).adds) for (const row of [was, is]) if (row) await loadReferences(set, entity, row)
  for (const link of recalculatedLinks(entity.name, was, is)) await set.children(link, either.id)
  for (const move of sumMoves(entity.name, was, is, rowsOf(set))) {
    const row = set.peek(move.entity, move.id)
    if (row) set.stage(entityNamed(move.entity)!, { ...row, [move.field]: addTo(row[move.field], move) })
  }
}

async function completeAnew({ set, rules }: Following, entity: Entity, was: StoredRow, is: StoredRow): Promise<void> {
  for (const link of affectedBy(preparedOf(rules).completedBy.get(entity.name), was, is)) {
    const serverRules = serverRulesOf(rules, link.entity)
    for (const row of await set.children(link, is.id))
      set.stage(entityNamed(link.entity)!, serverRules.complete!(set, row))
  }
}

const rowsOf = (set: WorkingSet): Rows => ({
  get: (entity, id) => set.peek(entity, id),
  where: (link, id) => set.loadedChildren(link, id),
})
