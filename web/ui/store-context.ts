import { createContext, use } from 'react'
import type { Store } from '#web/store/base/contract.ts'

export const StoreContext = createContext<Store | null>(null)

export function useStore(): Store {
  const store = use(StoreContext)
  if (!store) throw new Error('A screen that reads the store was rendered outside of a session')
  return store
}
