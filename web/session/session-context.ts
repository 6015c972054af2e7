import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { Session, SessionState } from './session-contract.ts'

export const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('The session was read outside of the app')
  return session
}

export function useSessionState(): SessionState {
  const session = useSession()
  return useSyncExternalStore(
    useCallback((listener: () => void) => session.subscribe(listener), [session]),
    () => session.state,
  )
}
