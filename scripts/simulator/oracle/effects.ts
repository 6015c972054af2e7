// What each change did, by the audit trail played once more: once, as its person meant it, and never over something that
// the person had not seen.
import type { Operation } from '#schema/protocol.ts'
import type { History } from '../history.ts'
import type { Books, Entry, Verdict } from './books.ts'
import { hold } from './violation.ts'

type State = Map<string, unknown>

/** Fields that merge together, as the specification names them. */
const groups: Readonly<Record<string, readonly (readonly string[])[]>> = {
  projects: [['targetAmount', 'currency']],
  investors: [['firstName', 'lastName']],
  investments: [
    ['amount', 'currency'],
    ['investmentDate', 'redemptionDate'],
  ],
}
const groupOf = (entity: string, field: string): readonly string[] =>
  groups[entity]?.find((group) => group.includes(field)) ?? [field]

export function checkEffects({ tabs, departed }: History, books: Books): void {
  const operations = new Map<string, readonly Operation[]>()
  for (const { store } of [...tabs, ...departed]) for (const { id, ops } of store.ledger()) operations.set(id, ops)
  const byChange = new Map<string, Entry[]>()
  const states = new Map<string, State>()
  const found = new Map<string, State>()
  for (const entry of books.entries) {
    const { changeId } = entry.details
    byChange.set(changeId, [...(byChange.get(changeId) ?? []), entry])
    const key = `${entry.entityType} ${entry.entityId}`
    const state = states.get(key) ?? new Map<string, unknown>()
    states.set(key, state)
    const operation = operations.get(changeId)?.find(({ id, op }) => id === entry.entityId && op === entry.action)
    // Each operation of a change on the same row says what the whole change did to it.
    const before = found.get(`${changeId} ${key}`) ?? new Map(state)
    found.set(`${changeId} ${key}`, before)
    if (operation) checkMeant(entry, operation, before)
    for (const [field, value] of Object.entries(entry.details.after ?? {})) state.set(field, value)
  }
  for (const verdict of books.verdicts.values())
    checkOnce(verdict, byChange.get(verdict.id) ?? [], operations.get(verdict.id))
}

function checkOnce(verdict: Verdict, entries: readonly Entry[], operations: readonly Operation[] | undefined): void {
  const here = `The change ${verdict.id} (${verdict.verdict} ${verdict.code ?? ''} ${verdict.number})`
  if (verdict.verdict === 'rejected' || verdict.number === null) {
    hold(entries.length === 0, () => `${here} was not accepted, but has ${entries.length} audit entries`)
    return
  }
  const wrote = entries.length > 0
  hold(
    !wrote || !operations || entries.length === operations.length,
    () => `${here} has ${entries.length} audit entries for ${operations?.length} operations`,
  )
  hold(
    !wrote || entries.every(({ number }) => number === verdict.number),
    () => `${here} has audit entries at ${entries.map(({ number }) => number).join()}`,
  )
  hold(wrote || !operations?.some(({ op }) => op === 'create'), () => `${here} made a row without an audit entry`)
}

function checkMeant({ details, action, entityType }: Entry, operation: Operation, state: State): void {
  const { changeId, after = {}, before = {} } = details
  const here = `The change ${changeId} (${action} of ${entityType})`
  for (const [field, value] of Object.entries(before))
    hold(
      !state.has(field) || isFollowed(entityType, field) || same(state.get(field), value),
      () => `${here} found ${field} ${JSON.stringify(value)} where the trail has ${JSON.stringify(state.get(field))}`,
    )
  if (operation.op === 'delete') {
    hold(after['deletedAt'] != null, () => `${here} did not delete`)
    for (const [field, seen] of Object.entries(operation.base ?? {}))
      hold(
        field === '$with' || !state.has(field) || same(state.get(field), seen),
        () => `${here} deleted what was not as it was seen: ${field} ${JSON.stringify(seen)}`,
      )
    return
  }
  if (operation.op === 'restore') return
  for (const [field, value] of Object.entries(operation.fields)) {
    const now = field in after ? after[field] : state.get(field)
    const wasTaken = field in after
    const isSo = same(now, value) || (value === null && isFilled(operation.op, field))
    hold(
      !wasTaken || isSo,
      () => `${here} wrote ${field} ${JSON.stringify(now)}, but ${JSON.stringify(value)} was meant`,
    )
    if (operation.op === 'create') hold(isSo, () => `${here} left out ${field}`)
    else if (wasTaken) checkSeen(here, entityType, field, operation.base, state)
  }
}

/** MERGE1: taken only where the whole group was as the person had seen it. */
function checkSeen(
  here: string,
  entity: string,
  field: string,
  base: Readonly<Record<string, unknown>>,
  state: State,
): void {
  for (const each of groupOf(entity, field)) {
    if (!(each in base) || !state.has(each)) continue
    hold(
      same(state.get(each), base[each]),
      () =>
        `${here} wrote over ${each} ${JSON.stringify(state.get(each))}, but its person had seen ${JSON.stringify(base[each])}`,
    )
  }
}

/** What the server finds for a person who left it open: the record of an investor who files a document, too. */
const isFilled = (op: Operation['op'], field: string): boolean =>
  ['redemptionDate', 'audience'].includes(field) || (op === 'create' && field === 'investorId')

/** Kept by the server and moved by other changes, of which the trail names only the row. */
const isFollowed = (entity: string, field: string): boolean =>
  [
    'deletedAt',
    'deletedIn',
    'raisedAmount',
    'actualTotalInvested',
    'totalInvested',
    'projectName',
    'valueRatio',
    'shown',
    'userId',
  ].includes(field) || entity === ''

const same = (a: unknown, b: unknown): boolean => (a ?? null) === (b ?? null)
