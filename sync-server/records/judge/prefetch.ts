// Loads rows level by level, so that judging a batch needs no statement per change.
import { referenceFields } from '#schema/kernel/entity.ts'
import { referencesIn } from '#schema/records/verb-input.ts'
import { cascadeLinks, clearedOnDelete, entityNamed, restrictLinks } from '#schema/registry.ts'
import { fieldsOf, isUuid } from '#schema/sync/protocol.ts'
import { verbNamed } from '#schema/verbs.ts'
import { serverRulesOf } from '#server/records/rows/entity-rules.ts'
import { createReadCollector, type ReadCollector } from '#server/records/rows/read-collector.ts'
import { isLive, type StoredRow } from '#server/records/rows/stored-row.ts'
import type { ReadSet, Staged } from '#server/records/rows/working-set.ts'
import { type DependentsContext, dependentLinks } from './follow.ts'
import type { SubmittedAct, SubmittedOperation } from './outcome.ts'

/** Depends on nothing that is loaded. */
export async function prefetchNamed(
  set: ReadSet,
  operations: readonly (SubmittedOperation | SubmittedAct)[],
): Promise<void> {
  const reads = createReadCollector(set)
  for (const op of operations) {
    const entity = entityNamed(op.entity)
    if (!entity || entity.home !== 'tenant') continue
    reads.row(entity.name, op.id)
    for (const { field, to } of referenceFields(entity)) reads.row(to, fieldsOf(op)[field])
    const verb = op.op === 'act' ? verbNamed(op) : undefined
    if (verb) for (const [, to, id] of referencesIn(verb.input, fieldsOf(op))) reads.row(to, id)
  }
  await reads.load()
}

type Visit = (reads: ReadCollector, touched: Staged) => void

export async function prefetchTouched(
  { set, rules }: DependentsContext,
  operations: readonly SubmittedOperation[],
  visit: Visit,
): Promise<readonly Staged[]> {
  const reads = createReadCollector(set)
  const seen = new Set<string>()
  const isNew = ({ of: entity, after }: Staged) => {
    const key = `${entity.name} ${after.id}`
    return !seen.has(key) && !!seen.add(key)
  }
  const restored = operations.flatMap((op) => deletedInOf(set, op) ?? [])
  for (const id of restored) reads.group(id)
  await reads.load()
  const groups = await Promise.all(restored.map((id) => set.group(id)))
  const all: Staged[] = []
  let level = [
    ...operations.flatMap((op) => touchedBy(set, op) ?? []).filter(hasReferences),
    ...groups.flat().map(({ of: entity, row }) => ({ of: entity, before: row, after: live(row) })),
  ].filter(isNew)
  while (level.length) {
    for (const each of level) {
      await set.pause()
      addReads(reads, { set, rules }, each)
      visit(reads, each)
    }
    await reads.load()
    all.push(...level)
    level = level.flatMap((each) => followersOf({ set, rules }, each)).filter(isNew)
  }
  const written = new Set(all.map(({ of: entity }) => entity.name))
  for (const name of Object.keys(rules)) await serverRulesOf(rules, name).prefetch?.(set, all, written)
  return all
}

/** Others are refused. Values that were sent may be anything. */
const hasReferences = ({ of: entity, after }: Staged): boolean =>
  referenceFields(entity).every(({ field }) => {
    const id = after[field] ?? null
    return id === null ? entity.fields[field]!.nullable : typeof id === 'string' && isUuid(id)
  })

const live = (row: StoredRow): StoredRow => ({ ...row, deletedAt: null, deletedIn: null })
const asDeleted = (row: StoredRow, { at }: ReadSet): StoredRow => ({ ...row, deletedAt: at })

function deletedInOf(set: ReadSet, { op, entity, id }: SubmittedOperation): string | undefined {
  const row = op === 'restore' ? set.peek(entity, id) : undefined
  return row?.deletedIn ?? undefined
}

function touchedBy(set: ReadSet, operation: SubmittedOperation): Staged | undefined {
  const entity = entityNamed(operation.entity)
  if (!entity || entity.home !== 'tenant') return undefined
  const before = set.peek(entity.name, operation.id) ?? null
  switch (operation.op) {
    case 'create': {
      const stamps = { id: operation.id, number: 0, createdAt: set.at, updatedAt: set.at, createdBy: null }
      return { of: entity, before, after: { ...operation.fields, ...stamps, deletedAt: null, deletedIn: null } }
    }
    case 'update':
      return before ? { of: entity, before, after: { ...before, ...operation.fields } } : undefined
    case 'delete':
      return before ? { of: entity, before, after: asDeleted(before, set) } : undefined
    case 'restore':
      return undefined
  }
}

function addReads(reads: ReadCollector, { set, rules }: DependentsContext, touched: Staged): void {
  const { of: entity, before, after } = touched
  for (const { field, to } of referenceFields(entity)) {
    reads.row(to, before?.[field])
    reads.row(to, after[field])
  }
  if (isLive(before) && !isLive(after))
    for (const link of [...restrictLinks(entity), ...cascadeLinks(entity), ...clearedOnDelete(entity)])
      reads.children(link, after.id)
  for (const [other, id] of (!isLive(before) && isLive(after) && before?.emptied) || []) reads.row(other, id)
  for (const link of dependentLinks(rules, entity, before, after)) reads.children(link, after.id)
  const { acyclicField } = entity
  if (acyclicField !== undefined && before?.[acyclicField] !== after[acyclicField]) {
    const { storage } = entity.fields[acyclicField]!
    if (storage.kind === 'reference') reads.chain(storage.to, after[acyclicField])
  }
  serverRulesOf(rules, entity.name).collectReads?.(reads, touched, set)
}

function followersOf({ set, rules }: DependentsContext, { of: entity, before, after }: Staged): Staged[] {
  const isGone = isLive(before) && !isLive(after)
  const childrenOf = (link: { entity: string; field: string }, change: (row: StoredRow) => StoredRow): Staged[] =>
    set
      .loadedChildren(link, after.id)
      .map((row) => ({ of: entityNamed(link.entity)!, before: row, after: change(row) }))
  return [
    ...(isGone
      ? [
          ...cascadeLinks(entity).flatMap((link) => childrenOf(link, (row) => asDeleted(row, set))),
          ...clearedOnDelete(entity).flatMap((link) => childrenOf(link, (row) => ({ ...row, [link.field]: null }))),
        ]
      : []),
    ...dependentLinks(rules, entity, before, after).flatMap((link) => childrenOf(link, withoutFlags(link.entity))),
  ]
}

/** It may lose what lets investors see it. */
const withoutFlags =
  (name: string) =>
  (row: StoredRow): StoredRow => {
    const { fields } = entityNamed(name)!
    const flags = Object.keys(fields).filter((field) => fields[field]!.storage.kind === 'flag')
    return { ...row, ...Object.fromEntries(flags.map((field) => [field, false])) }
  }
