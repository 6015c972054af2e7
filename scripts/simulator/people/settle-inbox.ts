// People retry while nobody else writes. A change may conflict once more; then it must be accepted.
import { retry } from './inbox-acts.ts'
import { describeCommit } from './describe-commit.ts'
import type { Tab } from '../device/device.ts'
import { syncEverybody } from '../history/heal.ts'
import { waitUntilQuiet } from '../history/quiet.ts'
import type { History } from '../history/history.ts'
import { assert } from '../oracle/violation.ts'

const maxRounds = 3
const maxTries = 2

export async function settleInbox(history: History): Promise<boolean> {
  let settled = 0
  for (const { tabs } of history.devices)
    for (const id of toRetry(tabs[0]!)) {
      if (settled++ >= maxRounds) break
      await settle(history, tabs[0]!, id)
    }
  if (settled > 0) await syncEverybody(history)
  return settled > 0
}

const toRetry = ({ store }: Tab): string[] =>
  store
    .outbox()
    .flatMap(({ id, state, verdict, because }) =>
      state === 'attention' && because === undefined && isConflict(verdict?.code) ? [id] : [],
    )
    .toReversed()

const isConflict = (code: string | undefined): boolean =>
  code === 'CONFLICT' || code === 'DELETE_CHANGED' || code === 'RESULT_CHANGED'

async function settle(history: History, tab: Tab, id: string): Promise<void> {
  let retried = await tryAgain(history, tab, id)
  for (let tried = 1; tried < maxTries && isConflict(retried?.verdict?.code); tried++)
    retried = await tryAgain(history, tab, retried!.id)
  assert(
    !isConflict(retried?.verdict?.code),
    () => `${tab.label} still conflicts on ${id} while nobody else writes: ${JSON.stringify(retried?.verdict)}`,
  )
}

async function tryAgain(history: History, tab: Tab, id: string) {
  const { label, store } = tab
  const entry = store.outbox().find((each) => each.id === id)
  // An earlier retry may have included this one.
  if (entry?.state !== 'attention') return undefined
  const outcome = await retry(tab, entry)
  history.log.push(describeCommit(`${label} retries ${id}, and nobody else writes`, tab, outcome))
  await history.waitUntilIdle()
  await waitUntilQuiet(history)
  return outcome.ok ? store.outbox().find((each) => each.id === outcome.changeId) : undefined
}
