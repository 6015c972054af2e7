// SEND7, SEND11, SEND12: a decision affects only its change and dependents; what is not discarded is in a new change.
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { Operation } from '#schema/sync/protocol.ts'
import type { OutboxEntry } from '#web/store/base/contract.ts'
import type { Tab } from '../device/device.ts'
import { groupOf } from './effects.ts'
import { assert } from './violation.ts'

export interface Decision {
  readonly root: string
  readonly belong: ReadonlySet<string>
  readonly gone: ReadonlySet<string>
  readonly known: ReadonlySet<string>
  readonly words: readonly EnteredValue[]
}

interface EnteredValue {
  readonly of: string
  readonly op: Operation['op']
  readonly entity: string
  readonly id: string
  readonly field: string | undefined
  readonly value: unknown
}

export type Kind = 'change' | 'record' | 'discard'

export function decisionOn({ store }: Tab, root: string, kind: Kind): Decision {
  const outbox = store.outbox()
  const at = outbox.findIndex(({ id }) => id === root)
  const entry = outbox[at]!
  const lacking = new Set(kind === 'record' ? missingOn(entry.ops, store) : [])
  const isLacking = ({ ops }: OutboxEntry) => missingOn(ops, store).some((id) => lacking.has(id))
  const never = new Set(kind === 'discard' && entry.verdict === null ? createdBy(entry.ops) : [])
  const isForNeverSeen = ({ ops }: OutboxEntry) => ops.every(({ id }) => never.has(id))
  const belongs = (each: OutboxEntry, index: number) =>
    each.state !== 'discarded' &&
    (each.because === root ||
      (index < at &&
        each.because === undefined &&
        (each.state === 'attention' ? isLacking(each) : isForNeverSeen(each))))
  const belong = [entry, ...outbox.filter(belongs)]
  return {
    root,
    belong: new Set(belong.map(({ id }) => id)),
    gone: new Set(outbox.flatMap(({ id, state }) => (state === 'discarded' ? [id] : []))),
    known: new Set(outbox.map(({ id }) => id)),
    words: belong.flatMap((each) => wordsOf(each, store)),
  }
}

/** `theirs`: the fields that the person gave up; undefined if all is discarded. */
export function checkDecision(
  { store, label, device }: Tab,
  { root, belong, gone, known, words }: Decision,
  theirs: ReadonlySet<string> | undefined,
): void {
  const outbox = store.outbox()
  const goes = outbox.filter(({ id, state }) => state === 'discarded' && !gone.has(id))
  for (const { id, because } of goes)
    assert(
      belong.has(id) || device.discarded.has(id) || (because !== undefined && device.discarded.has(because)),
      () => `${label}: a decision on ${root} also removed ${id}`,
    )
  if (!theirs) return
  const discardedIds = new Set(goes.map(({ id }) => id))
  const made = outbox.filter(({ id }) => !known.has(id)).flatMap(({ ops }) => ops)
  for (const word of words)
    if (discardedIds.has(word.of) && !theirs.has(`${word.id} ${word.field}`))
      assert(
        made.some((operation) => matches(operation, word)),
        () => `${label}: a decision on ${root} lost this value of ${word.of}: ${JSON.stringify(word)}`,
      )
}

export const withGroups = (fields: readonly { entity: string; id: string; field: string }[]): Set<string> =>
  new Set(fields.flatMap(({ entity, id, field }) => groupOf(entity, field).map((each) => `${id} ${each}`)))

/** Values of a change that are neither stored nor shown yet. */
function wordsOf({ id: changeId, ops, verdict }: OutboxEntry, store: Tab['store']): EnteredValue[] {
  const open = verdict?.number == null ? undefined : withGroups(verdict.conflicts ?? [])
  return ops.flatMap((operation): EnteredValue[] => {
    const { op, entity, id } = operation
    const row = store.table(entity as 'projects').get(id) as AnyRow | undefined
    if (op === 'restore') return []
    if (op === 'delete') return row ? [{ of: changeId, op, entity, id, field: undefined, value: undefined }] : []
    return Object.entries(operation.fields).flatMap(([field, value]) =>
      (row && row[field] === value) || (open && !open.has(`${id} ${field}`))
        ? []
        : [{ of: changeId, op, entity, id, field, value }],
    )
  })
}

/** A recreated record has new ids. */
function matches(operation: Operation, { op, entity, id, field, value }: EnteredValue): boolean {
  if (operation.entity !== entity || (op === 'delete') !== (operation.op === 'delete')) return false
  if (operation.op === 'delete') return operation.id === id
  if (operation.op === 'restore' || field === undefined) return false
  if ((op === 'act') !== (operation.op === 'act')) return false
  if (op === 'act') return operation.id === id || operation.fields[field] === value
  return operation.fields[field] === value || (field.endsWith('Id') && typeof operation.fields[field] === 'string')
}

const references: Readonly<Record<string, string>> = {
  projectId: 'projects',
  investorId: 'investors',
  referralId: 'investors',
  from: 'investors',
}

const createdBy = (ops: readonly Operation[]): string[] => ops.flatMap(({ op, id }) => (op === 'create' ? [id] : []))

function missingOn(ops: readonly Operation[], store: Tab['store']): string[] {
  const made = new Set(createdBy(ops))
  const isHere = (entity: string, id: string) => made.has(id) || store.table(entity as 'projects').get(id) !== undefined
  return ops.flatMap((operation) => {
    const { op, entity, id } = operation
    const own = (op === 'update' || op === 'restore' || op === 'act') && !isHere(entity, id) ? [id] : []
    const fields = 'fields' in operation ? Object.entries(operation.fields) : []
    const named = fields.flatMap(([field, value]) =>
      references[field] && typeof value === 'string' && !isHere(references[field], value) ? [value] : [],
    )
    return [...own, ...named]
  })
}
