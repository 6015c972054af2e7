import type { Operation } from '#schema/sync/protocol.ts'
import type { CommitResult } from './command.ts'

export interface DoneAction {
  /** Empty if the server did it online. */
  readonly changeId: string
  readonly ops: readonly Operation[]
  /** Null if it cannot be undone, or not by this person. */
  readonly inverse: readonly Operation[] | null
  /** By id: what its records were called. */
  readonly names: Readonly<Record<string, string>>
}

/** The actions of this window. Those that were refused or discarded are not among them. */
export interface UndoHistory {
  /** Null if there is none; an action that cannot be undone hides those before it. */
  readonly last: DoneAction | null
  readonly lastUndone: DoneAction | null
  find(changeId: string): DoneAction | undefined
  /** Commits the inverse of the last action, or of an earlier one whose records no later one touches. */
  undo(action?: DoneAction): Promise<CommitResult>
  redo(): Promise<CommitResult>
}
