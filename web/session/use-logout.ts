import { create } from 'zustand'
import { unsentIn } from '#web/store/unsent.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useSession } from './session-context.ts'

/** Whether the question about unsent work is open; the shell draws it once for every logout button. */
export const useLogoutAsked = create<{ readonly asked: boolean }>(() => ({ asked: false }))

/** Logs out at once when everything was sent, else asks first. */
export function useLogout(): () => void {
  const session = useSession()
  const store = useStore()
  return () => {
    if (unsentIn(store.status) === 0) void session.logout()
    else useLogoutAsked.setState({ asked: true })
  }
}
