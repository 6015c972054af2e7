import { create } from 'zustand'

/** Whether the sync centre is open; toasts avoid it. */
export const useCentre = create<{ readonly opened: boolean }>(() => ({ opened: false }))

export const openCentre = (): void => useCentre.setState({ opened: true })
export const closeCentre = (): void => useCentre.setState({ opened: false })
