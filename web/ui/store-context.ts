import { createContext, use } from 'react'
import type { Store } from '#web/store/contract.ts'

export const StoreContext = createContext<Store | null>(null)

/** The signed-in person's store; screens are drawn only where there is one. */
export function useStore(): Store {
  const store = use(StoreContext)
  if (!store) throw new Error('A screen that reads the store was drawn outside of a session')
  return store
}
