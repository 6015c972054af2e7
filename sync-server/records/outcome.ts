import type { Code } from '#schema/codes.ts'
import type { Issues } from '#schema/issues.ts'
import type { Change, Conflict, Operation } from '#schema/protocol.ts'
import type { UnknownFields, Values } from '#schema/parse.ts'

/** An operation to be judged: from a device with a base, from REST perhaps with the number it expects. */
export type SubmittedOperation =
  | Extract<Operation, { op: 'create' | 'restore' }>
  | (Omit<Extract<Operation, { op: 'update' }>, 'base'> & {
      readonly base?: Values | undefined
      readonly expect?: number | undefined
    })
  | (Extract<Operation, { op: 'delete' }> & {
      readonly expect?: number | undefined
      readonly deletedIsMissing?: boolean
    })

export interface SubmittedChange {
  readonly id: string
  /** Of the bytes that said it, so that a replay is told from another change with a known id. */
  readonly hash: string
  readonly unknownFields: UnknownFields
  /** When the device says that it was made. Nobody vouches for it: it is written down, and decides nothing. */
  readonly at?: string
  readonly ops: readonly SubmittedOperation[]
  readonly was?: Change['was'] | undefined
  readonly behind?: Change['behind'] | undefined
  readonly superseded?: Change['superseded'] | undefined
}

/** A change that could not be read; what it would have created is refused with it. */
export interface Malformed {
  readonly id: string
  /** Of everything that was sent; never that of a change that could be read. */
  readonly hash: string
  readonly errors: Readonly<Record<string, string>>
  readonly creates: readonly string[]
}

export type Submitted = SubmittedChange | Malformed

export type Outcome =
  | {
      readonly kind: 'done'
      readonly merged: boolean
      readonly number?: number
      readonly decided?: readonly string[]
    }
  | {
      readonly kind: 'conflict'
      readonly code: Code
      readonly conflicts: readonly Conflict[]
      readonly applied: boolean
      /** The fields that it did decide; kept of a change that comes back. */
      readonly decided?: readonly string[]
    }
  | {
      readonly kind: 'rejected'
      readonly code: Code
      readonly issues?: Issues
      /** What it is about is not there for this viewer; it may come back while a firm recovers. */
      readonly isAbsent?: boolean
    }

type RejectedOperation = Extract<Outcome, { kind: 'rejected' }>

export const rejectOperation = (code: Code, issues?: Issues): RejectedOperation =>
  issues ? { kind: 'rejected', code, issues } : { kind: 'rejected', code }

export const rejectAbsent = (code: Code, issues?: Issues): RejectedOperation => ({
  ...rejectOperation(code, issues),
  isAbsent: true,
})
