import { create } from 'zustand'

/** Whether the sync centre is open: the pill draws it, a toast may open it, and toasts keep out of its way. */
export const useCentre = create<{ readonly opened: boolean }>(() => ({ opened: false }))

export const openCentre = (): void => useCentre.setState({ opened: true })
export const closeCentre = (): void => useCentre.setState({ opened: false })
