import type { Conflict } from '#schema/sync/protocol.ts'
import type { Choice, OutboxEntry } from '#web/store/base/contract.ts'
import type { CommitResult } from '#web/store/base/command.ts'
import type { Tab } from '../device/device.ts'
import type { Dice } from '../dice.ts'
import { decisionOn, checkDecision, withGroups } from '../oracle/decisions.ts'
import { type Play, rowActions } from './row-acts.ts'
import { describeCommit, short } from './describe-commit.ts'

export type InboxVerb = 'settle' | 'bring back' | 'retry' | 'discard'

export const inboxActions: Readonly<Record<InboxVerb, Play>> = {
  async settle(tab, dice, canary) {
    const entry = pickFromInbox(tab, dice, ({ verdict }) => verdict?.code === 'CONFLICT')
    if (!entry) return rowActions.edit(tab, dice, canary)
    const choices = (entry.verdict?.conflicts ?? []).map(({ id, field }) => {
      const keep: Choice['keep'] = dice.chance(0.5) ? 'mine' : 'theirs'
      return { id, field, keep }
    })
    const theirs = (entry.verdict?.conflicts ?? []).filter((_, at) => choices[at]!.keep === 'theirs')
    const chosen = choices.map(({ field, keep }) => `${field} ${keep}`).join()
    return describeCommit(
      `settles ${short(entry.id)} with ${chosen}`,
      tab,
      await decide(tab, entry, () => tab.store.settle(entry.id, choices), theirs),
    )
  },
  async 'bring back'(tab, dice, canary) {
    const entry = pickFromInbox(tab, dice, ({ verdict }) => verdict?.code === 'DELETED')
    if (!entry) return rowActions.remove(tab, dice, canary)
    const isNewRetry = dice.chance(0.3)
    const outcome = await decide(tab, entry, () =>
      isNewRetry ? tab.store.recreate(entry.id) : tab.store.restoreAndApply(entry.id),
    )
    return describeCommit(
      `${isNewRetry ? 'makes a new one of' : 'brings back the row of'} ${short(entry.id)}`,
      tab,
      outcome,
    )
  },
  async retry(tab, dice, canary) {
    const entry = pickFromInbox(tab, dice)
    if (!entry) return rowActions.edit(tab, dice, canary)
    return describeCommit(`retries ${short(entry.id)}`, tab, await retry(tab, entry))
  },
  async discard(tab, dice, canary) {
    const id = dice.chance(0.5) ? pickWaiting(tab, dice) : pickFromInbox(tab, dice)?.id
    if (!id) return rowActions.edit(tab, dice, canary)
    const decision = decisionOn(tab, id, 'discard')
    tab.device.discarded.add(id)
    await tab.store.discard(id)
    checkDecision(tab, decision, undefined)
    return `discards ${short(id)}`
  },
}

function pickFromInbox(
  { store }: Tab,
  dice: Dice,
  isMeant: (entry: OutboxEntry) => boolean = () => true,
): OutboxEntry | undefined {
  const entries = store.outbox().filter(({ state, because }) => state === 'attention' && because === undefined)
  const meant = entries.filter(isMeant)
  return meant.length ? dice.pick(meant) : undefined
}

/** People change their minds, mostly about an earlier change. */
function pickWaiting({ store }: Tab, dice: Dice): string | undefined {
  const waiting = store.outbox().filter(({ state }) => state === 'waiting')
  const rowsOfOps = ({ ops }: OutboxEntry) => ops.map(({ id }) => id)
  const followed = waiting.filter((entry, at) =>
    waiting.slice(0, at).some((later) => rowsOfOps(later).some((id) => rowsOfOps(entry).includes(id))),
  )
  const from = followed.length && dice.chance(0.8) ? followed : waiting
  return from.length ? dice.pick(from).id : undefined
}

export const retry = (tab: Tab, entry: OutboxEntry): Promise<CommitResult> =>
  decide(tab, entry, () => tab.store.retry(entry.id))

async function decide(
  tab: Tab,
  { id, verdict }: OutboxEntry,
  act: () => Promise<CommitResult>,
  theirs: readonly Conflict[] = [],
): Promise<CommitResult> {
  const { device, store } = tab
  const decision = decisionOn(tab, id, verdict?.code === 'DELETED' ? 'record' : 'change')
  const isNew = [...decision.belong].filter((each) => !device.discarded.has(each))
  // Recorded first, because the device may crash during the action.
  for (const each of isNew) device.discarded.add(each)
  try {
    const outcome = await act()
    checkDecision(tab, decision, withGroups(theirs))
    return outcome
  } finally {
    const gone = new Set(store.outbox().flatMap(({ id: each, state }) => (state === 'discarded' ? [each] : [])))
    for (const each of isNew) if (!gone.has(each)) device.discarded.delete(each)
  }
}
