import { create } from 'zustand'
import { settleForms, useUnsavedForms } from './unsaved-forms.ts'

interface LeaveQuestion {
  readonly resolve: ((leave: boolean) => void) | null
}

export const useLeaveQuestion = create<LeaveQuestion>(() => ({ resolve: null }))

/** True at once if nothing would be lost. A call while the question is open resolves both with false. */
export async function mayLeaveForms(): Promise<boolean> {
  if (useUnsavedForms.getState().count === 0) return true
  const { resolve: pendingResolve } = useLeaveQuestion.getState()
  if (pendingResolve) {
    pendingResolve(false)
    return false
  }
  const { promise, resolve } = Promise.withResolvers<boolean>()
  useLeaveQuestion.setState({ resolve })
  const leave = await promise
  useLeaveQuestion.setState({ resolve: null })
  if (leave) settleForms()
  return leave
}

export function leaveForms(proceed: () => void): void {
  if (useUnsavedForms.getState().count === 0) return proceed()
  void mayLeaveForms().then((leave) => leave && proceed())
}
