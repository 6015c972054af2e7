import type { Code } from '#schema/kernel/codes.ts'
import type { Issues } from '#schema/kernel/issues.ts'
import type { Change, Conflict, Operation, Verdict } from '#schema/sync/protocol.ts'
import type { UnknownFields, Values } from '#schema/kernel/parse.ts'
import type { AuditedOperation } from '#server/records/audit/audit-action.ts'
import type { Emptied } from '#server/records/rows/stored-row.ts'

export type SubmittedOperation =
  | Extract<Operation, { op: 'create' | 'restore' }>
  | (Omit<Extract<Operation, { op: 'update' }>, 'base'> & {
      readonly base?: Values | undefined
      readonly expect?: number | undefined
    })
  | (Extract<Operation, { op: 'delete' }> & {
      readonly expect?: number | undefined
      readonly deletedIsMissing?: boolean
      /** References moved elsewhere by this delete, for a restore. */
      readonly moved?: readonly Emptied[]
    })

export type SubmittedAct = Extract<Operation, { op: 'act' }>

export interface SubmittedChange {
  readonly id: string
  /** Another change may have the same id. */
  readonly hash: string
  readonly unknownFields: UnknownFields
  /** Recorded, never used. */
  readonly at?: string
  readonly ops: readonly (SubmittedOperation | SubmittedAct)[]
  readonly was?: Change['was'] | undefined
  readonly behind?: Change['behind'] | undefined
  readonly superseded?: Change['superseded'] | undefined
  readonly isNewer?: boolean
}

/** Changes that build on its creates are refused. */
export interface MalformedChange {
  readonly id: string
  /** Never equals the hash of a readable change. */
  readonly hash: string
  readonly issues: Issues
  readonly creates: readonly string[]
}

export interface UnknownChange {
  readonly id: string
  readonly hash: string
  readonly rows: readonly string[]
}

export type Submitted = SubmittedChange | MalformedChange | UnknownChange

export type Outcome =
  | {
      readonly kind: 'done'
      readonly merged: boolean
      readonly number?: number
      /** When the operation stands for several. */
      readonly operations?: readonly AuditedOperation[]
      /** Those with an activity of their own; all that were sent if absent. */
      readonly activityOperations?: readonly AuditedOperation[]
      readonly decided?: readonly string[]
    }
  | {
      readonly kind: 'conflict'
      readonly code: Code
      readonly conflicts: readonly Conflict[]
      /** With RESULT_CHANGED. */
      readonly result?: NonNullable<Verdict['result']>
      /** The fields that the operation did decide; kept for a change that comes back. */
      readonly decided?: readonly string[]
    }
  | {
      readonly kind: 'rejected'
      readonly code: Code
      readonly issues?: Issues
      /** During recovery the row may still return. */
      readonly isAbsent?: boolean
    }

type RejectedOperation = Extract<Outcome, { kind: 'rejected' }>

export const rejectOperation = (code: Code, issues?: Issues): RejectedOperation =>
  issues ? { kind: 'rejected', code, issues } : { kind: 'rejected', code }

export const rejectAbsent = (code: Code, issues?: Issues): RejectedOperation => ({
  ...rejectOperation(code, issues),
  isAbsent: true,
})
