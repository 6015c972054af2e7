// Everything that closes a form with unsaved words asks first: one question for every way out.
import { create } from 'zustand'
import { settleForms, useUnsavedForms } from './unsaved-forms.ts'

interface LeaveQuestion {
  /** Answers the question; null while none is open. */
  readonly answer: ((leave: boolean) => void) | null
}

export const useLeaveQuestion = create<LeaveQuestion>(() => ({ answer: null }))

/**
 * Whether the open forms may close: yes at once when nothing would be lost. Asked while a question is open, it answers
 * both with no.
 */
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
