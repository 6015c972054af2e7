// Every change ends visibly: accepted, discarded, or in the inbox.
import type { OutboxEntry } from '#web/store/base/contract.ts'
import type { Tab } from '../device/device.ts'
import type { History } from '../history/history.ts'
import type { ServerState, Verdict } from './server-state.ts'
import { withGroups } from './decisions.ts'
import type { Past } from './past.ts'
import { assert } from './violation.ts'

export function checkOutboxes({ tabs, departed, watch: { past } }: History, written: ServerState): void {
  for (const tab of [...tabs, ...departed]) {
    const outbox = tab.store.outbox()
    for (const entry of outbox) {
      const stored = written.verdicts.get(entry.id)
      checkAuthor(tab, entry, written, stored)
      checkEntry(tab, entry, outbox, stored, past, written)
      if (stored === undefined) checkAccepted(tab, entry, outbox)
    }
  }
}

/** WHO1: nothing is written in another person's name. */
function checkAuthor(
  { person }: Tab,
  { id }: OutboxEntry,
  { entries }: ServerState,
  stored: { userId: string } | undefined,
): void {
  const authors = entries.flatMap(({ details, userId }) => (details.changeId === id ? [userId] : []))
  for (const author of stored ? [...authors, stored.userId] : authors)
    assert(
      author === person.identity.id,
      () => `The change ${id} of ${person.identity.email} was made in the name of ${author}`,
    )
}

const isFavorable = ({ verdict }: { verdict: string }): boolean => verdict === 'applied' || verdict === 'merged'

function checkEntry(
  tab: Tab,
  entry: OutboxEntry,
  outbox: readonly OutboxEntry[],
  stored: Verdict | undefined,
  past: Past,
  { checkpointHashes }: ServerState,
): void {
  const { id, state, verdict } = entry
  const here = `${tab.label}: the change ${id}`
  switch (state) {
    case 'settled':
    case 'durable':
      assert(
        stored ? isFavorable(stored) : isRediscovered(verdict, past, checkpointHashes),
        () => `${here} counts as accepted, but the server says ${JSON.stringify(stored)}`,
      )
      return
    case 'discarded':
      assert(
        isDiscarded(tab, entry, outbox),
        () => `${here} disappeared although nobody discarded it: ${JSON.stringify(entry)}`,
      )
      return
    case 'attention':
      assert(verdict !== null, () => `${here} needs attention without a verdict`)
      // HIST12: an old epoch's verdict stays in the inbox, although a copied request may replay the change.
      if ((stored === undefined || past.isEchoed(id)) && past.hasVerdict(verdict)) return
      assert(
        stored !== undefined &&
          stored.verdict === verdict.verdict &&
          stored.code === verdict.code &&
          stored.number === verdict.number,
        () => `${here} has received ${JSON.stringify(verdict)}, but the server says ${JSON.stringify(stored)}`,
      )
      return
    default:
      assert(false, () => `${here} is still ${state}`)
  }
}

/** HIST9: the accepted part of a conflicting change from an old epoch is sent again as a new change. */
function checkAccepted(
  { label }: Tab,
  { id: changeId, ops, verdict }: OutboxEntry,
  outbox: readonly OutboxEntry[],
): void {
  if (verdict?.verdict !== 'conflict' || verdict.number === null) return
  const refused = withGroups(verdict.conflicts ?? [])
  const updates = outbox.flatMap((each) => (each.id === changeId ? [] : each.ops)).filter(({ op }) => op === 'update')
  for (const operation of ops) {
    if (operation.op !== 'update') continue
    for (const [field, value] of Object.entries(operation.fields))
      assert(
        refused.has(`${operation.id} ${field}`) ||
          updates.some((each) => each.id === operation.id && 'fields' in each && each.fields[field] === value),
        () =>
          `${label}: of ${changeId} an older copy lacks ${field}, which had been accepted, and nobody sends it again`,
      )
  }
}

/** HIST7: a change that wrote nothing leaves only the number it found in an older copy. */
function isRediscovered(
  verdict: OutboxEntry['verdict'],
  past: Past,
  checkpointHashes: ServerState['checkpointHashes'],
): boolean {
  if (verdict?.mark == null || verdict.number === null) return false
  return (
    past.restores > 0 && checkpointHashes.get(verdict.number) === verdict.mark && !past.wrote(verdict.id, verdict.mark)
  )
}

/** Discarded by the person, with a change it was made with or depends on. */
function isDiscarded({ device }: Tab, entry: OutboxEntry, outbox: readonly OutboxEntry[]): boolean {
  if (device.discarded.has(entry.id) || (entry.because !== undefined && device.discarded.has(entry.because)))
    return true
  const gone = outbox.filter(({ id }) => device.discarded.has(id))
  const made = new Set(gone.flatMap(({ ops }) => ops.filter(({ op }) => op === 'create').map(({ id }) => id)))
  return entry.ops.every(({ id }) => made.has(id))
}
