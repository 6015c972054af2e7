// Actions can be undone from the toast, from the messages, or with Ctrl/Cmd+Z.
import { create } from 'zustand'

export interface Undoable {
  readonly id: string
  readonly text: string
  readonly undo: () => void
}

const maxUndoable = 20
let count = 0

interface UndoState {
  readonly done: readonly Undoable[]
  /** The newest entries without a later action: only these may be undone by keyboard. */
  readonly latest: number
  /** Whether there were actions that cannot, or can no longer, be undone. */
  readonly hasFinalActions: boolean
}

const initialState: UndoState = { done: [], latest: 0, hasFinalActions: false }

export const useUndoable = create<UndoState>(() => initialState)

export function rememberUndo(text: string, undo: () => void): Undoable {
  const entry = { id: `undo ${++count}`, text, undo }
  useUndoable.setState(({ done, latest, hasFinalActions }) => ({
    done: [entry, ...done].slice(0, maxUndoable),
    latest: Math.min(latest + 1, maxUndoable),
    hasFinalActions: hasFinalActions || latest === maxUndoable,
  }))
  return entry
}

export const rememberAction = (): void => useUndoable.setState({ latest: 0, hasFinalActions: true })

export function lastUndoable(): Undoable | undefined {
  const { done, latest } = useUndoable.getState()
  return latest > 0 ? done[0] : undefined
}

export function undo(entry: Undoable): boolean {
  const index = useUndoable.getState().done.indexOf(entry)
  if (index < 0) return false
  useUndoable.setState(({ done, latest }) => ({
    done: done.filter((each) => each !== entry),
    latest: index < latest ? latest - 1 : latest,
  }))
  entry.undo()
  return true
}

export const forgetUndo = (): void => useUndoable.setState(initialState)
