import type { OutboxEntry } from '#web/store/base/contract.ts'
import type { Outbox } from '#web/store/outbox/outbox.ts'
import type { ShownRows } from './shown-rows.ts'
import { becauseOf, likelyVerdict } from '#web/store/outbox/outbox-entry.ts'
import { namesIn } from '#web/store/outbox/referenced-records.ts'

export function outboxList(outbox: Outbox, rows: ShownRows): readonly OutboxEntry[] {
  const entries = outbox.entries.map((entry) => {
    const { change, records, shown } = entry
    const because = becauseOf(entry)
    return {
      id: change.id,
      at: change.at,
      state: rows.stateOf(entry),
      ops: change.ops,
      verdict: likelyVerdict(entry),
      names: namesIn(records),
      ...(shown && { shown }),
      ...(because === null ? {} : { because }),
    }
  })
  const isOpen = ({ state }: OutboxEntry) => state === 'waiting' || state === 'sent' || state === 'attention'
  entries.reverse()
  return [...entries.filter(isOpen), ...entries.filter((entry) => !isOpen(entry))]
}
