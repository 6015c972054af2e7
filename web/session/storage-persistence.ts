// Whether the browser has granted persistent storage. Without it, for example in a private window, unsent work may be
// evicted.
import { create } from 'zustand'

interface StoragePersistence {
  readonly isPersisted: boolean | null
}

export const useStoragePersistence = create<StoragePersistence>(() => ({ isPersisted: null }))

const storage = (): StorageManager | undefined => (navigator as Partial<Navigator>).storage

export async function requestPersistence(): Promise<void> {
  useStoragePersistence.setState({ isPersisted: (await storage()?.persist()) ?? false })
}

export async function checkPersistence(): Promise<void> {
  useStoragePersistence.setState({ isPersisted: (await storage()?.persisted()) ?? false })
}
