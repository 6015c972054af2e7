// Whatever closes a form with unsaved words asks first: one question for every way out.
import { create } from 'zustand'
import { settleForms, useUnsavedForms } from './unsaved-forms.ts'

interface LeaveQuestion {
  /** Set while the question stands. */
  readonly answer: ((leave: boolean) => void) | null
}

export const useLeaveQuestion = create<LeaveQuestion>(() => ({ answer: null }))

/** May the open forms go? At once when nothing would be lost; asked again while the question stands, they stay. */
export async function mayLeaveForms(): Promise<boolean> {
  if (useUnsavedForms.getState().count === 0) return true
  const { answer } = useLeaveQuestion.getState()
  if (answer) {
    answer(false)
    return false
  }
  const { promise, resolve } = Promise.withResolvers<boolean>()
  useLeaveQuestion.setState({ answer: resolve })
  const leave = await promise
  useLeaveQuestion.setState({ answer: null })
  if (leave) settleForms()
  return leave
}

export function leaveForms(go: () => void): void {
  if (useUnsavedForms.getState().count === 0) return go()
  void mayLeaveForms().then((leave) => leave && go())
}
