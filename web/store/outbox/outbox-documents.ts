// Documents are only added (and pruned much later), so every write is one durable insert.
import type { Change, Verdict } from '#schema/sync/protocol.ts'
import type { ShownRow } from '#schema/kernel/verb.ts'
import type { Values } from '#schema/kernel/parse.ts'
import type { TextDocument } from '#web/store/disk/database.ts'

export interface Remembered {
  readonly entity: string
  readonly name?: string
  /** The values that a person can set, so that a deleted record can be created again. */
  readonly values?: Values
}

export interface Receipt {
  readonly kind: 'receipt'
  readonly format: 1 | 2
  readonly epoch: string
  /** The epoch of the verdicts' numbers, by this device's count. */
  readonly history?: number
  readonly at?: number
  readonly verdicts: readonly Verdict[]
  readonly superseded: readonly { readonly id: string; readonly because: string }[]
  readonly resent?: readonly string[]
}

export interface Accepted {
  readonly of: string
  readonly epoch: string
  readonly history: number
  readonly number: number
  readonly mark: string | null
}

export interface NewEpoch {
  readonly kind: 'history'
  readonly format: 1
  readonly history: number
  readonly at: number
  readonly streak: number
}

export type OutboxRecord =
  /** A change; `retries` lists the changes that it replaces. */
  | {
      readonly kind: 'change'
      readonly format: 1
      readonly change: Change
      readonly retries?: readonly string[]
      readonly accepted?: Accepted
      readonly behind?: boolean
      readonly records?: Readonly<Record<string, Remembered>>
      readonly shown?: readonly ShownRow[]
    }
  | Receipt
  | NewEpoch
  | { readonly kind: 'seen'; readonly format: 1; readonly ids: readonly string[] }
  | { readonly kind: 'discard'; readonly format: 1; readonly ids: readonly string[] }

export const documentOf = (order: string, record: OutboxRecord): TextDocument => ({
  id: order,
  text: JSON.stringify(record),
})

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

export const orderKey = (counter: number, tab: string, index = 0): string =>
  `${String(counter).padStart(12, '0')}|${tab}|${String(index).padStart(6, '0')}`

/** The same for every writer, so that it is inserted once. */
export const acceptedKey = (order: string): string => `${order}|accepted`

/** 0 for a newer version's form of key. */
export const counterOf = (order: string): number => Number(order.slice(0, 12)) || 0
