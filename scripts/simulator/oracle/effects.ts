// Each change took effect once, as intended, and never over something unseen.
import type { ShownRow } from '#schema/kernel/verb.ts'
import type { Operation } from '#schema/sync/protocol.ts'
import type { History } from '../history/history.ts'
import { checkMerge, MergedRecords, mergeIn } from './merged-records.ts'
import { actIn, checkShown, checkVerb, valuesAfter } from './verb-results.ts'
import type { ServerState, Entry, Verdict } from './server-state.ts'
import { assert } from './violation.ts'

type State = Map<string, unknown>

/** Copied from the specification. */
const groups: Readonly<Record<string, readonly (readonly string[])[]>> = {
  projects: [['targetAmount', 'currency']],
  investors: [
    ['firstName', 'lastName'],
    ['kycStatus', 'kycReason', 'kycReviewOn', 'kycDocuments'],
  ],
  investments: [
    ['amount', 'currency'],
    ['investmentDate', 'redemptionDate'],
  ],
  commissions: [['amount', 'currency', 'paidDate']],
}
export const groupOf = (entity: string, field: string): readonly string[] =>
  groups[entity]?.find((group) => group.includes(field)) ?? [field]

export function checkEffects({ tabs, departed, release, watch: { past } }: History, written: ServerState): void {
  const operations = new Map<string, readonly Operation[]>()
  const shownOf = new Map<string, readonly ShownRow[]>()
  for (const { store } of [...tabs, ...departed])
    for (const { id, ops, shown } of store.outbox()) {
      operations.set(id, ops)
      if (shown) shownOf.set(id, shown)
    }
  const byChange = new Map<string, Entry[]>()
  const states = new Map<string, State>()
  const found = new Map<string, State>()
  const writers = new Map<string, { number: number; changeId: string }>()
  /** Each value of a field, with its first number. */
  const values = new Map<string, { number: number; value: unknown }[]>()
  // NUM4: a large change takes several numbers, and the trail names the last one.
  let [before, last] = [0, 0]
  let filled = release?.filled
  const merged = new MergedRecords()
  for (const entry of written.entries) {
    const { changeId } = entry.details
    if (entry.number > last) [before, last] = [last, entry.number]
    if (filled && entry.number > filled.number) {
      for (const id of filled.ids) {
        const key = `projects ${id}`
        states.set(key, (states.get(key) ?? new Map<string, unknown>()).set('location', filled.value))
        const known = values.get(`${key} location`) ?? []
        values.set(`${key} location`, [...known, { number: filled.number, value: filled.value }])
      }
      before = Math.max(before, filled.number)
      filled = undefined
    }
    const shown = byChange.has(changeId) ? undefined : shownOf.get(changeId)
    if (shown) checkShown(entry, shown, states)
    byChange.set(changeId, [...(byChange.get(changeId) ?? []), entry])
    const key = `${entry.entityType} ${entry.entityId}`
    const state = states.get(key) ?? new Map<string, unknown>()
    states.set(key, state)
    const operation = operations
      .get(changeId)
      ?.find(({ id, entity, op }) => id === entry.entityId && entry.action === `${entity}.${op}`)
    // Each operation of a change on one row describes the whole change.
    const was = found.get(`${changeId} ${key}`) ?? new Map(state)
    found.set(`${changeId} ${key}`, was)
    const wasLater = (field: string) => {
      const writer = writers.get(`${key} ${field}`)
      return writer !== undefined && past.wasLater(changeId, writer)
    }
    if (operation) checkExpectedEntry(entry, operation, was, wasLater)
    if (operation && !past.isReplay(changeId)) checkWhole(entry, operation, was, written.verdicts.get(changeId))
    for (const { entity, id, field, into } of merged.follow(entry)) {
      const moved = states.get(`${entity} ${id}`)
      if (moved?.get(field) !== into) continue
      moved.set(field, entry.entityId)
      values.get(`${entity} ${id} ${field}`)!.push({ number: before + 1, value: entry.entityId })
    }
    for (const [field, value] of Object.entries(entry.details.after ?? {})) {
      state.set(field, value)
      writers.set(`${key} ${field}`, { number: entry.number, changeId })
      values.set(`${key} ${field}`, [...(values.get(`${key} ${field}`) ?? []), { number: before + 1, value }])
    }
  }
  for (const verdict of written.verdicts.values()) {
    const [entries, meant] = [byChange.get(verdict.id) ?? [], operations.get(verdict.id)]
    checkOnce(verdict, entries, meant, shownOf.get(verdict.id))
    if (!meant || entries.length || !isAccepted(verdict)) continue
    if (past.isReplay(verdict.id))
      assert(!meant.some(({ op }) => op === 'create'), () => `The change ${verdict.id} was replayed without effect`)
    else for (const operation of meant) checkWasSo(verdict, operation, values)
  }
}

const isAccepted = ({ verdict }: Verdict): boolean => verdict === 'applied' || verdict === 'merged'

/** Every field was written, unless it had the value already or conflicted. */
function checkWhole(
  { details, entityId, entityType }: Entry,
  operation: Operation,
  state: State,
  verdict: Verdict | undefined,
): void {
  if (operation.op !== 'update') return
  const conflicting = (verdict?.conflicts ?? []).filter(({ id }) => id === entityId).map(({ field }) => field)
  for (const [field, value] of Object.entries(operation.fields))
    assert(
      field in (details.after ?? {}) ||
        same(state.get(field), value) ||
        (value === null && isFilled('update', field)) ||
        groupOf(entityType, field).some((each) => conflicting.includes(each)),
      () => `The change ${details.changeId} left out ${field} ${JSON.stringify(value)} without reporting it`,
    )
}

/** PUSH4: a create accepted without writing found an equal row. */
function checkWasMade(
  id: string,
  { entity, id: row, fields }: Extract<Operation, { op: 'create' }>,
  values: ReadonlyMap<string, readonly { value: unknown }[]>,
): void {
  for (const [field, value] of Object.entries(fields)) {
    const [first] = values.get(`${entity} ${row} ${field}`) ?? []
    assert(
      first ? same(first.value, value) || isFollowed(entity, field) : value === null,
      () => `The change ${id} made no row, and ${field} of ${row} was not ${JSON.stringify(value)} from the beginning`,
    )
  }
}

/** A change accepted without writing found its values in place. */
function checkWasSo(
  { id, number }: Verdict,
  operation: Operation,
  values: ReadonlyMap<string, readonly { number: number; value: unknown }[]>,
): void {
  if (operation.op === 'create') return checkWasMade(id, operation, values)
  if (operation.op !== 'update' && operation.op !== 'act') return
  const fields = operation.op === 'act' ? valuesAfter(operation) : operation.fields
  for (const [field, value] of Object.entries(fields)) {
    const written = values.get(`${operation.entity} ${operation.id} ${field}`) ?? []
    const then = written.findLast((each) => each.number <= number!)
    assert(
      !then || same(then.value, value) || (value === null && isFilled('update', field)),
      () => `The change ${id} counts as accepted, but ${field} was ${JSON.stringify(then!.value)} and is not written`,
    )
  }
}

function checkOnce(
  verdict: Verdict,
  entries: readonly Entry[],
  operations: readonly Operation[] | undefined,
  shown: readonly ShownRow[] | undefined,
): void {
  const here = `The change ${verdict.id} (${verdict.verdict} ${verdict.code ?? ''} ${verdict.number})`
  assert(
    verdict.code !== 'DUPLICATE' || !operations,
    () => `${here} is mistaken for another change, although no other has its id`,
  )
  if (verdict.verdict === 'rejected' || verdict.number === null) {
    assert(entries.length === 0, () => `${here} was not accepted, but has ${entries.length} audit entries`)
    return
  }
  const wrote = entries.length > 0
  const merge = mergeIn(operations)
  if (wrote && merge) checkMerge(verdict, entries, merge)
  const act = actIn(operations)
  if (wrote && act && shown) checkVerb(verdict, entries, act, shown)
  assert(
    !wrote || !operations || act !== undefined || entries.length === operations.length,
    () => `${here} has ${entries.length} audit entries for ${operations?.length} operations`,
  )
  assert(
    !wrote || entries.every(({ number }) => number === verdict.number),
    () => `${here} has audit entries at ${entries.map(({ number }) => number).join()}`,
  )
  assert(wrote || merge === undefined, () => `${here} merged two records without an audit entry`)
}

function checkExpectedEntry(
  { details, action, entityType }: Entry,
  operation: Operation,
  state: State,
  wasLater: (field: string) => boolean,
): void {
  const { changeId, after = {}, before = {} } = details
  const here = `The change ${changeId} (${action} of ${entityType})`
  for (const [field, value] of Object.entries(before))
    assert(
      !state.has(field) || isFollowed(entityType, field) || same(state.get(field), value),
      () => `${here} found ${field} ${JSON.stringify(value)} where the trail has ${JSON.stringify(state.get(field))}`,
    )
  if (operation.op === 'delete') {
    assert(after['deletedAt'] != null, () => `${here} did not delete`)
    for (const [field, seen] of Object.entries(operation.base ?? {}))
      assert(
        field === '$with' || !state.has(field) || same(state.get(field), seen),
        () => `${here} deleted a row that differed from what the person saw: ${field} ${JSON.stringify(seen)}`,
      )
    return
  }
  if (operation.op === 'restore' || operation.op === 'act') return
  for (const [field, value] of Object.entries(operation.fields)) {
    const now = field in after ? after[field] : state.get(field)
    const wasTaken = field in after
    const isSo = same(now, value) || (value === null && isFilled(operation.op, field))
    assert(
      !wasTaken || isSo,
      () => `${here} wrote ${field} ${JSON.stringify(now)}, instead of ${JSON.stringify(value)}`,
    )
    if (operation.op === 'create') assert(isSo, () => `${here} left out ${field}`)
    else if (wasTaken) checkSeen(here, entityType, field, operation.base, state, wasLater)
  }
}

/** MERGE1: written only if the whole group was as the person saw it, or came back over what was older. */
function checkSeen(
  here: string,
  entity: string,
  field: string,
  base: Readonly<Record<string, unknown>>,
  state: State,
  wasLater: (field: string) => boolean,
): void {
  for (const each of groupOf(entity, field)) {
    if (!(each in base) || !state.has(each) || wasLater(each)) continue
    assert(
      same(state.get(each), base[each]),
      () =>
        `${here} wrote over ${each} ${JSON.stringify(state.get(each))}, but its author had seen ${JSON.stringify(base[each])}`,
    )
  }
}

/** Includes the investor of an investor's document. */
export const isFilled = (op: Operation['op'], field: string): boolean =>
  ['redemptionDate', 'exitedOn', 'audience'].includes(field) || (op === 'create' && field === 'investorId')

/** Moved by other changes; the trail then names only the row. */
const isFollowed = (entity: string, field: string): boolean =>
  [
    'deletedAt',
    'deletedIn',
    'raisedAmount',
    'actualTotalInvested',
    'totalInvested',
    'projectName',
    'projectCurrency',
    'value',
    'valueDate',
    'valueRatio',
    'shown',
    'userId',
  ].includes(field) || entity === ''

const same = (a: unknown, b: unknown): boolean => (a ?? null) === (b ?? null)
