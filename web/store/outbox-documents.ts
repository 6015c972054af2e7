// What the outbox keeps on the disk. Documents are only ever added (and, long after, pruned), so that a write is one
// durable insert whatever it says.
import type { Change, Verdict } from '#schema/protocol.ts'
import type { Values } from '#schema/parse.ts'
import type { TextDocument } from './database.ts'

/** A record that a change is about, as this device knew it then. Never sent. */
export interface Remembered {
  readonly entity: string
  readonly name?: string
  /** What a person can set of it, so that it can be made anew when it is gone. */
  readonly values?: Values
}

/** The verdicts of one answer, and those that follow from them on this device. */
export interface Receipt {
  readonly kind: 'receipt'
  /** 1: without what is optional here. */
  readonly format: 1 | 2
  readonly epoch: string
  /** Which of the histories that this device has met the numbers count in. */
  readonly history?: number
  /** ms since 1970, by the device's clock. */
  readonly at?: number
  readonly verdicts: readonly Verdict[]
  readonly superseded: readonly { readonly id: string; readonly because: string }[]
  /** The changes among these that were sent again and that the server did not have any more. */
  readonly resent?: readonly string[]
}

/** What the server had accepted of a change, in a history that has ended. */
export interface Accepted {
  readonly of: string
  readonly epoch: string
  readonly history: number
  readonly number: number
  readonly mark: string | null
}

/** From here on the server's history is another one. */
export interface NewHistory {
  readonly kind: 'history'
  readonly format: 1
  readonly history: number
  /** ms since 1970, by the device's clock. */
  readonly at: number
  /** How many came close on one another before this one. */
  readonly streak: number
}

export type OutboxRecord =
  /** A change; `retries` lists the changes it takes the place of. */
  | {
      readonly kind: 'change'
      readonly format: 1
      readonly change: Change
      readonly retries?: readonly string[]
      /** Made of the accepted part of a change that partly conflicted. */
      readonly accepted?: Accepted
      /** By id. */
      readonly records?: Readonly<Record<string, Remembered>>
    }
  | Receipt
  | NewHistory
  /** The person has been told that these were sent again. */
  | { readonly kind: 'seen'; readonly format: 1; readonly ids: readonly string[] }
  /** The person let go of these changes. */
  | { readonly kind: 'discard'; readonly format: 1; readonly ids: readonly string[] }

export const documentOf = (order: string, record: OutboxRecord): TextDocument => ({
  id: order,
  text: JSON.stringify(record),
})

/** The changes that a record is kept for. */
export function speaksOf(record: OutboxRecord): readonly string[] {
  switch (record.kind) {
    case 'change':
      return [record.change.id]
    case 'discard':
    case 'seen':
      return record.ids
    case 'history':
      return []
    case 'receipt':
      return [...record.verdicts.map(({ id }) => id), ...record.superseded.map(({ id }) => id)]
  }
}

/** The place of a record among all of this device: counter, then tab, then its number within one write. */
export const orderKey = (counter: number, tab: string, index = 0): string =>
  `${String(counter).padStart(12, '0')}|${tab}|${String(index).padStart(6, '0')}`

/** Beside the change that it is a part of: the same whoever writes it, so that it is made once. */
export const acceptedKey = (order: string): string => `${order}|accepted`

/** 0 where a newer version has named a place in another way. */
export const counterOf = (order: string): number => Number(order.slice(0, 12)) || 0
