import { useEffect, useState } from 'react'
import { create } from 'zustand'
import type { Shared } from '#web/store/base/files.ts'
import { unsentIn } from '#web/store/base/unsent.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useSession } from './session-context.ts'

/** The shell renders the question once for all sign-out buttons. */
export const useSignOutConfirmation = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))

export function useSignOut(): () => void {
  const session = useSession()
  const store = useStore()
  const signOut = async () => {
    if (unsentIn(store.status) === 0 && (await countShared(store.shared)) === 0) void session.signOut()
    else useSignOutConfirmation.setState({ isOpen: true })
  }
  return () => void signOut()
}

/** Shared files not assigned yet; null until known. */
export function useSharedCount(): number | null {
  const { shared } = useStore()
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    let isShown = true
    void countShared(shared).then((found) => isShown && setCount(found))
    return () => {
      isShown = false
    }
  }, [shared])
  return count
}

/** A disk error must not keep anyone from signing out. */
const countShared = (shared: Shared): Promise<number> =>
  shared.all().then(
    ({ length }) => length,
    () => 0,
  )
