import type { OutboxEntry } from '#web/store/base/contract.ts'
import type { CommitResult } from '#web/store/base/command.ts'
import type { Tab } from '../device/device.ts'

/** From here on the change and its records must be durable. */
export function describeCommit(
  description: string,
  { device, person, store, committed }: Tab,
  outcome: CommitResult,
  saw?: number,
): string {
  if (!outcome.ok) return `${description}: not valid, ${Object.keys(outcome.issues).join()}`
  const isNew = ({ id, state, verdict }: OutboxEntry) =>
    (state === 'waiting' || state === 'sent') && verdict === null && !device.committed.has(id)
  const outbox = store.outbox()
  const knownIds = new Set(outbox.map(({ id }) => id))
  const made = outbox.filter(isNew)
  for (const { id, ops } of made.toReversed()) {
    committed.add(id)
    device.committed.set(id, {
      author: person,
      ops,
      seenNumber: id === outcome.changeId ? saw : undefined,
      knownIds: knownIds,
    })
  }
  return `${description} as ${outcome.changeId ? short(outcome.changeId) : 'nothing new'}`
}

export const short = (id: string): string => id.slice(-6)
