import type { Code } from '#schema/kernel/codes.ts'
import type { Issues } from '#schema/kernel/issues.ts'
import type { Change, Conflict, Operation } from '#schema/sync/protocol.ts'
import type { UnknownFields, Values } from '#schema/kernel/parse.ts'
import type { AuditedOperation } from '#server/records/audit/audit-action.ts'
import type { Emptied } from '#server/records/rows/stored-row.ts'

/** An operation to judge: from a device with a base, or from REST with the number that it may expect. */
export type SubmittedOperation =
  | Extract<Operation, { op: 'create' | 'restore' }>
  | (Omit<Extract<Operation, { op: 'update' }>, 'base'> & {
      readonly base?: Values | undefined
      readonly expect?: number | undefined
    })
  | (Extract<Operation, { op: 'delete' }> & {
      readonly expect?: number | undefined
      readonly deletedIsMissing?: boolean
      /** References that lead elsewhere with this delete, for a restore to bring back. */
      readonly moved?: readonly Emptied[]
    })

/** A verb of an entity's own that a device does. */
export type SubmittedAct = Extract<Operation, { op: 'act' }>

export interface SubmittedChange {
  readonly id: string
  /** The hash of its bytes, which distinguishes a repetition from another change with the same id. */
  readonly hash: string
  readonly unknownFields: UnknownFields
  /** When the device claims the change was made. Nothing proves it, so it is recorded and decides nothing. */
  readonly at?: string
  readonly ops: readonly (SubmittedOperation | SubmittedAct)[]
  readonly was?: Change['was'] | undefined
  readonly behind?: Change['behind'] | undefined
  readonly superseded?: Change['superseded'] | undefined
  /** Set when only a later version can decide it. */
  readonly isNewer?: boolean
}

/** A change that could not be read; changes that build on its creates are refused, too. */
export interface Malformed {
  readonly id: string
  /** The hash of everything that was sent; it never equals the hash of a readable change. */
  readonly hash: string
  readonly issues: Issues
  readonly creates: readonly string[]
}

/** A change with an operation that this version of the server does not know: it waits for a later one. */
export interface Unknown {
  readonly id: string
  readonly hash: string
  /** The rows that its operations name. */
  readonly rows: readonly string[]
}

export type Submitted = SubmittedChange | Malformed | Unknown

export type Outcome =
  | {
      readonly kind: 'done'
      readonly merged: boolean
      readonly number?: number
      /** What the audit trail tells of, when the operation stands for several. */
      readonly operations?: readonly AuditedOperation[]
      readonly decided?: readonly string[]
    }
  | {
      readonly kind: 'conflict'
      readonly code: Code
      readonly conflicts: readonly Conflict[]
      /** The fields that the operation did decide; kept for a change that comes back. */
      readonly decided?: readonly string[]
    }
  | {
      readonly kind: 'rejected'
      readonly code: Code
      readonly issues?: Issues
      /** Set when the row is not there for this viewer; while a firm recovers, it may still come back. */
      readonly isAbsent?: boolean
    }

type RejectedOperation = Extract<Outcome, { kind: 'rejected' }>

export const rejectOperation = (code: Code, issues?: Issues): RejectedOperation =>
  issues ? { kind: 'rejected', code, issues } : { kind: 'rejected', code }

export const rejectAbsent = (code: Code, issues?: Issues): RejectedOperation => ({
  ...rejectOperation(code, issues),
  isAbsent: true,
})
