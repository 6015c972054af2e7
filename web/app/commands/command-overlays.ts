import { create } from 'zustand'

export const useCommandOverlay = create<{ readonly opened: 'palette' | 'help' | null }>(() => ({ opened: null }))

export const openPalette = (): void => useCommandOverlay.setState({ opened: 'palette' })
export const openHelp = (): void => useCommandOverlay.setState({ opened: 'help' })
export const closePalette = (): void =>
  useCommandOverlay.setState(({ opened }) => ({ opened: opened === 'palette' ? null : opened }))
export const closeCommands = (): void => useCommandOverlay.setState({ opened: null })
