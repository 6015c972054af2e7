import { create } from 'zustand'

/** Whether the sync centre is open: the pill draws it, a toast may open it, and toasts avoid it. */
export const useCentre = create<{ readonly opened: boolean }>(() => ({ opened: false }))

export const openCentre = (): void => useCentre.setState({ opened: true })
export const closeCentre = (): void => useCentre.setState({ opened: false })
