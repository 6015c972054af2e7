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

interface Done {
  /** Newest first. */
  readonly done: readonly Undoable[]
  /** How many of the newest had no other action after them: only these may be undone without naming them. */
  readonly latest: number
  /** Whether anything was done in this window. */
  readonly hasActed: boolean
}

const nothing: Done = { done: [], latest: 0, hasActed: false }

export const useUndoable = create<Done>(() => nothing)

export function rememberUndo(text: string, undo: () => void): Undoable {
  const one = { id: `undo ${++made}`, text, undo }
  useUndoable.setState(({ done, latest }) => ({
    done: [one, ...done].slice(0, kept),
    latest: Math.min(latest + 1, kept),
    hasActed: true,
  }))
  return one
}

/** The person did something that cannot be undone from here. */
export const rememberAction = (): void => useUndoable.setState({ latest: 0, hasActed: true })

/** The last action of this window, if it can be undone. */
export function lastUndoable(): Undoable | undefined {
  const { done, latest } = useUndoable.getState()
  return latest > 0 ? done[0] : undefined
}

/** Once: afterwards it is no longer offered. False when it has been taken back already. */
export function undo(one: Undoable): boolean {
  const at = useUndoable.getState().done.indexOf(one)
  if (at < 0) return false
  useUndoable.setState(({ done, latest }) => ({
    done: done.filter((each) => each !== one),
    latest: at < latest ? latest - 1 : latest,
  }))
  one.undo()
  return true
}

export const forgetUndo = (): void => useUndoable.setState(nothing)
