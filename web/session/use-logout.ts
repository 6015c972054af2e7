import { useEffect, useState } from 'react'
import { create } from 'zustand'
import type { Shared } from '#web/store/base/contract.ts'
import { unsentIn } from '#web/store/base/unsent.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useSession } from './session-context.ts'

/** Whether the question about unsent work is open; the shell draws it once for every logout button. */
export const useLogoutAsked = create<{ readonly asked: boolean }>(() => ({ asked: false }))

/** Logs out at once when everything was sent, else asks first. */
export function useLogout(): () => void {
  const session = useSession()
  const store = useStore()
  const leave = async () => {
    if (unsentIn(store.status) === 0 && (await countShared(store.shared)) === 0) void session.logout()
    else useLogoutAsked.setState({ asked: true })
  }
  return () => void leave()
}

/** How many files other apps have shared that were not put anywhere yet; null until that is known. */
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

/** A disk that fails must not keep anybody from logging out. */
const countShared = (shared: Shared): Promise<number> =>
  shared.all().then(
    ({ length }) => length,
    () => 0,
  )
