import { affectedBy, type Dependent, dependentsBy } from '#schema/records/dependents.ts'
import { type Entity, type Link, referenceFields } from '#schema/kernel/entity.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import { entityNamed } from '#schema/registry.ts'
import { completeValues, rulesOf } from '#schema/rules.ts'
import { recalculatedLinks, addTo, type Rows, sumMoves } from '#schema/records/sums.ts'
import type { RequestOrigin } from '#server/records/actor.ts'
import { type RulesByEntity, serverRulesOf, writtenOf } from '#server/records/rows/entity-rules.ts'
import { isLive, type StoredRow } from '#server/records/rows/stored-row.ts'
import type { WorkingSet } from '#server/records/rows/working-set.ts'

export interface DependentsContext {
  readonly set: WorkingSet
  readonly rules: RulesByEntity
}

interface RuleDependents {
  readonly derivedFrom: ReadonlyMap<string, readonly Dependent[]>
  readonly afterChange: readonly ReturnType<typeof serverRulesOf>[]
}

const dependentsByRules = new WeakMap<RulesByEntity, RuleDependents>()

function dependentsOf(rules: RulesByEntity): RuleDependents {
  const known = dependentsByRules.get(rules)
  if (known) return known
  const names = Object.keys(rules)
  const dependents = {
    derivedFrom: dependentsBy(names.map((name) => [name, serverRulesOf(rules, name).deriveFrom])),
    afterChange: names.map((name) => serverRulesOf(rules, name)),
  }
  dependentsByRules.set(rules, dependents)
  return dependents
}

interface DerivingContext extends DependentsContext {
  readonly today: string
  readonly now: string
  readonly author: Viewer | null
  readonly from: RequestOrigin | undefined
}

export async function derive(
  { set, rules, today, now, author, from }: DerivingContext,
  entity: Entity,
  before: StoredRow | null,
  row: StoredRow,
  named: readonly string[] = [],
): Promise<StoredRow> {
  const serverRules = serverRulesOf(rules, entity.name)
  if (!serverRules.derive && !rulesOf(entity.name).complete) return row
  await loadReferences(set, entity, row)
  const saving = { before, today, named, writer: { userId: author?.userId ?? null, at: now } }
  const derived = completeValues(entity.name, row, rowsOf(set).get, saving) as StoredRow
  return serverRules.derive?.(set, derived, from) ?? derived
}

export async function afterRow(
  context: DependentsContext,
  entity: Entity,
  before: StoredRow | null,
  after: StoredRow,
): Promise<void> {
  const { set, rules } = context
  const [previous, next] = [isLive(before) ? before : null, isLive(after) ? after : null]
  await moveSums(set, entity, previous, next)
  if (previous && next) await deriveDependents(context, entity, previous, next)
  await serverRulesOf(rules, entity.name).updateDependents?.(set, writtenOf({ of: entity, before, after }))
}

export async function afterChange({ set, rules }: DependentsContext): Promise<void> {
  for (const each of dependentsOf(rules).afterChange) await each.afterChange?.(set)
}

async function loadReferences(set: WorkingSet, entity: Entity, row: StoredRow): Promise<void> {
  for (const { field, to } of referenceFields(entity)) {
    const id = row[field]
    if (typeof id === 'string') await set.get(to, id)
  }
}

async function moveSums(
  set: WorkingSet,
  entity: Entity,
  before: StoredRow | null,
  after: StoredRow | null,
): Promise<void> {
  const either = after ?? before
  if (!either) return
  // A verb may move a row to another record.
  if (rulesOf(entity.name).adds) for (const row of [before, after]) if (row) await loadReferences(set, entity, row)
  for (const link of recalculatedLinks(entity.name, before, after)) await set.children(link, either.id)
  for (const move of sumMoves(entity.name, before, after, rowsOf(set))) {
    const row = set.peek(move.entity, move.id)
    if (row) set.stage(entityNamed(move.entity)!, { ...row, [move.field]: addTo(row[move.field], move) })
  }
}

export const dependentLinks = (
  rules: RulesByEntity,
  { name }: Entity,
  before: StoredRow | null,
  after: StoredRow,
): readonly Link[] =>
  isLive(before) && isLive(after)
    ? [
        ...recalculatedLinks(name, before, after),
        ...affectedBy(dependentsOf(rules).derivedFrom.get(name), before, after),
      ]
    : []

async function deriveDependents(
  { set, rules }: DependentsContext,
  entity: Entity,
  before: StoredRow,
  after: StoredRow,
): Promise<void> {
  for (const link of affectedBy(dependentsOf(rules).derivedFrom.get(entity.name), before, after)) {
    const serverRules = serverRulesOf(rules, link.entity)
    for (const row of await set.children(link, after.id))
      set.stage(entityNamed(link.entity)!, serverRules.derive!(set, row))
  }
}

const rowsOf = (set: WorkingSet): Rows => ({
  get: (entity, id) => set.peek(entity, id),
  where: (link, id) => set.loadedChildren(link, id),
})
