// What this person did in this window and can take back: from the toast, from the messages, or with Ctrl or Cmd and Z.
import { create } from 'zustand'

export interface Undoable {
  readonly id: string
  /** What was done, in words. */
  readonly text: string
  /** Takes it back and tells how that went. */
  readonly undo: () => void
}

const kept = 20
let made = 0

/** Newest first. */
export const useUndoable = create<{ readonly done: readonly Undoable[] }>(() => ({ done: [] }))

export function rememberUndo(text: string, undo: () => void): Undoable {
  const one = { id: `undo ${++made}`, text, undo }
  useUndoable.setState(({ done }) => ({ done: [one, ...done].slice(0, kept) }))
  return one
}

/** Once: afterwards it is no longer offered. False when it has been taken back already. */
export function undo(one: Undoable): boolean {
  if (!useUndoable.getState().done.includes(one)) return false
  useUndoable.setState(({ done }) => ({ done: done.filter((each) => each !== one) }))
  one.undo()
  return true
}

export const forgetUndo = (): void => useUndoable.setState({ done: [] })
