// Whether the browser has promised not to make room with what this device keeps. In a private window, or where it
// refuses, it may remove work that was not sent.
import { create } from 'zustand'

interface StoragePersistence {
  /** Null until the browser has answered. */
  readonly isPersisted: boolean | null
}

export const useStoragePersistence = create<StoragePersistence>(() => ({ isPersisted: null }))

const storage = (): StorageManager | undefined => (navigator as Partial<Navigator>).storage

/** Asks the browser not to make room with what this device keeps. */
export async function requestPersistence(): Promise<void> {
  useStoragePersistence.setState({ isPersisted: (await storage()?.persist()) ?? false })
}

/** Finds out whether it has promised that before. */
export async function checkPersistence(): Promise<void> {
  useStoragePersistence.setState({ isPersisted: (await storage()?.persisted()) ?? false })
}
