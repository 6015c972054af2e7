import { create } from 'zustand'
import { clearUnsavedForms, useUnsavedForms } from './unsaved-forms.ts'

interface LeaveConfirmation {
  readonly resolve: ((leave: boolean) => void) | null
}

export const useLeaveConfirmation = create<LeaveConfirmation>(() => ({ resolve: null }))

/** True immediately if nothing would be lost. A call while the question is open resolves both with false. */
export async function mayLeaveForms(): Promise<boolean> {
  if (useUnsavedForms.getState().count === 0) return true
  const { resolve: pendingResolve } = useLeaveConfirmation.getState()
  if (pendingResolve) {
    pendingResolve(false)
    return false
  }
  const { promise, resolve } = Promise.withResolvers<boolean>()
  useLeaveConfirmation.setState({ resolve })
  const leave = await promise
  useLeaveConfirmation.setState({ resolve: null })
  if (leave) clearUnsavedForms()
  return leave
}

export function leaveForms(proceed: () => void): void {
  if (useUnsavedForms.getState().count === 0) return proceed()
  void mayLeaveForms().then((leave) => leave && proceed())
}
