import { create } from 'zustand'

export const useSyncCenter = create<{ readonly opened: boolean }>(() => ({ opened: false }))

export const openSyncCenter = (): void => useSyncCenter.setState({ opened: true })
export const closeSyncCenter = (): void => useSyncCenter.setState({ opened: false })
