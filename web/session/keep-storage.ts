// Whether the browser has promised not to make room with what this device keeps. In a private window, or where it
// refuses, it may remove work that was not sent.
import { create } from 'zustand'

interface KeptStorage {
  /** Null until the browser has answered. */
  readonly isKept: boolean | null
}

export const useKeptStorage = create<KeptStorage>(() => ({ isKept: null }))

const storage = (): StorageManager | undefined => (navigator as Partial<Navigator>).storage

/** Asks the browser not to make room with what this device keeps. */
export async function keepStorage(): Promise<void> {
  useKeptStorage.setState({ isKept: (await storage()?.persist()) ?? false })
}

/** Finds out whether it has promised that before. */
export async function lookAtStorage(): Promise<void> {
  useKeptStorage.setState({ isKept: (await storage()?.persisted()) ?? false })
}
