import type { OutboxEntry } from '#web/store/base/contract.ts'
import type { Outbox } from '#web/store/outbox/outbox.ts'
import type { ShownRows } from './shown-rows.ts'
import { causeIdOf, expectedVerdict, isAccepted } from '#web/store/outbox/outbox-entry.ts'
import { namesOf } from '#web/store/outbox/referenced-records.ts'

export function outboxList(outbox: Outbox, rows: ShownRows): readonly OutboxEntry[] {
  const entries = outbox.entries.map((entry) => {
    const { change, records, shown, receivedAt } = entry
    const because = causeIdOf(entry)
    const isSent = receivedAt !== null && entry.verdict !== null && isAccepted(entry.verdict)
    return {
      id: change.id,
      at: change.at,
      state: rows.stateOf(entry),
      ops: change.ops,
      verdict: expectedVerdict(entry),
      names: namesOf(records),
      ...(shown && { shown }),
      ...(isSent && { sentAt: receivedAt }),
      ...(because === null ? {} : { because }),
    }
  })
  const isUnsettled = ({ state }: OutboxEntry) => state === 'waiting' || state === 'sent' || state === 'attention'
  entries.reverse()
  return [...entries.filter(isUnsettled), ...entries.filter((entry) => !isUnsettled(entry))]
}
