import type { ReactNode } from 'react'
import { create } from 'zustand'

export interface ToastAction {
  readonly label: string
  readonly act: () => void
}

export interface PastToast {
  readonly id: string
  /** Toasts on one subject share it. */
  readonly about: string
  readonly kind: 'done' | 'error' | 'notice'
  readonly title: ReactNode
  readonly text: ReactNode
  readonly at: number
  readonly actions: readonly ToastAction[]
}

export const retentionMs = 1_000_000

export const useToastHistory = create<{ readonly past: readonly PastToast[] }>(() => ({ past: [] }))

const update = (to: (past: readonly PastToast[]) => readonly PastToast[]): void =>
  useToastHistory.setState(({ past }) => ({ past: to(past) }))

let recorded = 0

export function recordToast(pastToast: Omit<PastToast, 'id'>): void {
  const toast = { ...pastToast, id: `past ${++recorded}` }
  update((past) => [toast, ...past])
  setTimeout(() => update((past) => past.filter((each) => each !== toast)), retentionMs)
}

export const settleToast = (about: string): void =>
  update((past) => past.map((each) => (each.about === about ? { ...each, actions: [] } : each)))

/** Another person may sign in at this window. */
export const forgetToasts = (): void => update(() => [])
