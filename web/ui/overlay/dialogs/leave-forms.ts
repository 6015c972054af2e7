// Everything that closes a form with unsaved values asks the same question first.
import { create } from 'zustand'
import { settleForms, useUnsavedForms } from './unsaved-forms.ts'

interface LeaveQuestion {
  readonly answer: ((leave: boolean) => void) | null
}

export const useLeaveQuestion = create<LeaveQuestion>(() => ({ answer: null }))

/** True at once if nothing would be lost. A call while a question is open answers both with false. */
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
