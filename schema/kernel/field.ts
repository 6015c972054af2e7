import type * as z from 'zod/mini'
import type { Code } from './codes.ts'

export type Storage =
  | {
      readonly kind: 'text' | 'email' | 'url' | 'secret'
      readonly max: number
      readonly holds?: 'phone' | 'time' | 'device'
      /** Any other text is valid. */
      readonly suggestions?: readonly string[]
    }
  | {
      readonly kind: 'choice'
      readonly options: readonly string[]
      readonly isStatus?: true
      readonly holds?: 'language'
    }
  | {
      readonly kind: 'decimal'
      readonly precision: number
      readonly scale: number
      readonly unit?: Unit
      /** Screens round it to this many decimals; without it they show all. */
      readonly displayDecimals?: 1
    }
  | { readonly kind: 'reference'; readonly to: string }
  | { readonly kind: 'json'; readonly options?: readonly string[]; readonly holds?: 'ids' | 'changedValues' }
  | { readonly kind: 'flag' | 'integer' | 'date' | 'moment' | 'user' }

/** Money is in the record's currency. */
export type Unit = 'money' | 'percent'

export type Readers = 'all' | 'staff' | 'investor' | 'nobody'

export interface Field<Value = unknown> {
  readonly storage: Storage
  readonly parser: z.ZodMiniType<Value>
  readonly nullable: boolean
  /** `today`: the date on the device that creates the row. */
  readonly default?: Value | { readonly now: 'today' }
  /** What REST returns for null. */
  readonly unset?: Value
  /** Message key for a missing value; see issues.ts. */
  readonly required: string
  /** Sync refuses it as input, REST ignores it. */
  readonly byServer: boolean
  readonly fixed: boolean
  readonly readers: Readers
  /** Investors see this reference only with its row, or with a row of this entity with the same reference. */
  readonly knownFrom?: string
  /** Without it, deleting the target clears an optional reference. */
  readonly onDelete?: OnDelete
  readonly isCapability?: true
  readonly sealed?: { readonly plain: Field<string>; readonly shownBy: string | null }
  readonly sums?: MaintainedSum
  /** For messages and generated tests. */
  readonly bounds: Bounds
}

/** Adds up the rows of `entity` whose `via` points to the row. */
export interface MaintainedSum {
  readonly entity: string
  readonly via: string
  /** If the row has no currency of its own. */
  readonly currency?: string
  readonly counts?: (row: Readonly<Record<string, unknown>>) => boolean
}

/** `cascade` deletes the referring row too; `restrict` refuses the delete with `code`. */
export type OnDelete = { readonly onDelete: 'cascade' } | { readonly onDelete: 'restrict'; readonly code: Code }

/** The compiler refuses forms and changes that set such a field. */
export interface SetByServer {
  readonly byServer: true
}

export interface Bounds {
  readonly min?: string
  readonly above?: string
  readonly max?: string
}

export type ValueOf<F> = F extends Field<infer Value> ? Value : never
export type ValuesOf<Of extends Readonly<Record<string, Field>>> = { readonly [Name in keyof Of]: ValueOf<Of[Name]> }

export const isStatus = ({ storage }: Field): boolean => storage.kind === 'choice' && storage.isStatus === true

export const isMoney = ({ storage }: Field): boolean => storage.kind === 'decimal' && storage.unit === 'money'
