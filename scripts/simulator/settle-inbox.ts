// The very end: with nobody else writing, people try again what came back with a conflict, and it must be accepted.
import type { Tab } from './device.ts'
import { quiet, syncEverybody } from './heal.ts'
import type { History } from './history.ts'
import { hold } from './oracle/violation.ts'

const most = 3

/** Returns whether anything was tried. */
export async function settleInbox(history: History): Promise<boolean> {
  let tried = 0
  for (const { tabs } of history.devices)
    for (const id of toRetry(tabs[0]!)) {
      if (tried++ >= most) break
      await retry(history, tabs[0]!, id)
    }
  if (tried > 0) await syncEverybody(history)
  return tried > 0
}

/** Oldest first. A row that is gone cannot be written; everything else that met somebody else's change can. */
const toRetry = ({ store }: Tab): string[] =>
  store
    .ledger()
    .flatMap(({ id, state, verdict, because }) => {
      const isConflict = verdict?.code === 'CONFLICT' || verdict?.code === 'DELETE_CHANGED'
      return state === 'attention' && isConflict && because === undefined ? [id] : []
    })
    .toReversed()

async function retry(history: History, { label, device, store, promised }: Tab, id: string): Promise<void> {
  // An earlier one may have taken this one with it.
  if (store.ledger().find((each) => each.id === id)?.state !== 'attention') return
  device.letGo.add(id)
  const outcome = await store.retry(id)
  history.log.push(`${label} retries ${id}, and nobody else writes`)
  await history.rest()
  await quiet(history)
  const made = outcome.ok && store.ledger().find((each) => each.id === outcome.changeId)
  if (!made) return
  promised.add(made.id)
  device.promised.set(made.id, { ops: made.ops, saw: undefined })
  hold(
    made.verdict?.verdict !== 'conflict' || made.verdict.code === 'DELETED',
    () => `${label} tries ${id} again as ${made.id} with nobody else writing: ${JSON.stringify(made.verdict)}`,
  )
}
