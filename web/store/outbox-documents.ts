// What the outbox keeps on the disk. Documents are only ever added (and, long after, pruned), so that a write is one
// durable insert whatever it says.
import type { Change, Verdict } from '#schema/protocol.ts'
import type { TextDocument } from './database.ts'

export type OutboxRecord =
  /** A change; `retries` lists the changes it takes the place of. */
  | { readonly kind: 'change'; readonly format: 1; readonly change: Change; readonly retries?: readonly string[] }
  /** The verdicts of one answer, and those that follow from them on this device. */
  | {
      readonly kind: 'receipt'
      readonly format: 1
      readonly epoch: string
      readonly verdicts: readonly Verdict[]
      readonly superseded: readonly { readonly id: string; readonly because: string }[]
    }
  /** The person let go of these changes. */
  | { readonly kind: 'discard'; readonly format: 1; readonly ids: readonly string[] }

export const documentOf = (order: string, record: OutboxRecord): TextDocument => ({
  id: order,
  text: JSON.stringify(record),
})

export const recordOf = ({ text }: TextDocument): OutboxRecord => JSON.parse(text) as OutboxRecord

/** The place of a record among all of this device: counter, then tab, then its number within one write. */
export const orderKey = (counter: number, tab: string, index = 0): string =>
  `${String(counter).padStart(12, '0')}|${tab}|${String(index).padStart(6, '0')}`

export const counterOf = (order: string): number => Number(order.slice(0, 12))
