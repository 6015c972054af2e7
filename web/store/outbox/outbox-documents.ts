// The outbox's records on the disk. Documents are only ever added (and pruned much later), so that every write is one
// durable insert.
import type { Change, Verdict } from '#schema/sync/protocol.ts'
import type { Values } from '#schema/kernel/parse.ts'
import type { TextDocument } from '#web/store/disk/database.ts'

/** A record that a change refers to, as this device knew it at that time. Never sent. */
export interface Remembered {
  readonly entity: string
  readonly name?: string
  /** The values that a person can set, so that the record can be created again when it is deleted. */
  readonly values?: Values
}

/** The verdicts of one answer, and their consequences on this device. */
export interface Receipt {
  readonly kind: 'receipt'
  /** 1: without the optional parts. */
  readonly format: 1 | 2
  readonly epoch: string
  /** Which of the histories that this device has met the verdicts' numbers belong to. */
  readonly history?: number
  /** In ms since 1970, by the device's clock. */
  readonly at?: number
  readonly verdicts: readonly Verdict[]
  readonly superseded: readonly { readonly id: string; readonly because: string }[]
  /** Those changes that were sent again because the server had lost them. */
  readonly resent?: readonly string[]
}

/** The accepted part of a change, from a history that has ended. */
export interface Accepted {
  readonly of: string
  readonly epoch: string
  readonly history: number
  readonly number: number
  readonly mark: string | null
}

/** From this record on the server has another history. */
export interface NewEpoch {
  readonly kind: 'history'
  readonly format: 1
  readonly history: number
  /** In ms since 1970, by the device's clock. */
  readonly at: number
  /** How many came in quick succession before this one. */
  readonly streak: number
}

export type OutboxRecord =
  /** A change; `retries` lists the changes that it replaces. */
  | {
      readonly kind: 'change'
      readonly format: 1
      readonly change: Change
      readonly retries?: readonly string[]
      /** Set when it was made from the accepted part of a partly conflicting change. */
      readonly accepted?: Accepted
      /** Set when another device made it in another history of the server's data. */
      readonly behind?: boolean
      /** By id. */
      readonly records?: Readonly<Record<string, Remembered>>
    }
  | Receipt
  | NewEpoch
  /** The person has seen that these were sent again. */
  | { readonly kind: 'seen'; readonly format: 1; readonly ids: readonly string[] }
  /** The person has discarded these changes. */
  | { readonly kind: 'discard'; readonly format: 1; readonly ids: readonly string[] }

export const documentOf = (order: string, record: OutboxRecord): TextDocument => ({
  id: order,
  text: JSON.stringify(record),
})

/** The changes for whose sake a record is kept. */
export function changeIdsIn(record: OutboxRecord): readonly string[] {
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

/** A record's place among all of this device's: counter, then tab, then its index within one write. */
export const orderKey = (counter: number, tab: string, index = 0): string =>
  `${String(counter).padStart(12, '0')}|${tab}|${String(index).padStart(6, '0')}`

/** Next to the change from which it was made: the same for every writer, so that it is made once. */
export const acceptedKey = (order: string): string => `${order}|accepted`

/** 0 when a newer version has written the place in another way. */
export const counterOf = (order: string): number => Number(order.slice(0, 12)) || 0
