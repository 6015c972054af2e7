// What this person can undo in this window: from the toast, from the messages, or with Ctrl/Cmd+Z.
import { create } from 'zustand'

export interface Undoable {
  readonly id: string
  readonly text: string
  readonly undo: () => void
}

const maxUndoable = 20
let made = 0

interface Done {
  readonly done: readonly Undoable[]
  /** The newest entries without a later action: only these may be undone by keyboard. */
  readonly latest: number
  readonly hasActed: boolean
}

const nothing: Done = { done: [], latest: 0, hasActed: false }

export const useUndoable = create<Done>(() => nothing)

export function rememberUndo(text: string, undo: () => void): Undoable {
  const one = { id: `undo ${++made}`, text, undo }
  useUndoable.setState(({ done, latest }) => ({
    done: [one, ...done].slice(0, maxUndoable),
    latest: Math.min(latest + 1, maxUndoable),
    hasActed: true,
  }))
  return one
}

export const rememberAction = (): void => useUndoable.setState({ latest: 0, hasActed: true })

export function lastUndoable(): Undoable | undefined {
  const { done, latest } = useUndoable.getState()
  return latest > 0 ? done[0] : undefined
}

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
