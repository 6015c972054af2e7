// Toasts that are gone can still be read for a while: one that was missed, or pressed away too early.
import type { ReactNode } from 'react'
import { create } from 'zustand'

export interface ToastAction {
  readonly label: string
  readonly act: () => void
}

export interface PastToast {
  readonly id: string
  /** What it was shown as; toasts about one subject share it. */
  readonly about: string
  readonly kind: 'done' | 'error' | 'notice'
  readonly title: string
  readonly text: ReactNode
  /** When it went away, in ms since 1970. */
  readonly at: number
  /** What can still be done about it. */
  readonly action?: ToastAction | undefined
}

export const shownMs = 1_000_000

/** Newest first. */
export const useToastHistory = create<{ readonly past: readonly PastToast[] }>(() => ({ past: [] }))

const change = (to: (past: readonly PastToast[]) => readonly PastToast[]): void =>
  useToastHistory.setState(({ past }) => ({ past: to(past) }))

let kept = 0

export function recordToast(of: Omit<PastToast, 'id'>): void {
  const toast = { ...of, id: `past ${++kept}` }
  change((past) => [toast, ...past])
  setTimeout(() => change((past) => past.filter((each) => each !== toast)), shownMs)
}

/** What the toast was about is settled: its action is no longer offered. */
export const settleToast = (about: string): void =>
  change((past) => past.map((each) => (each.about === about ? { ...each, action: undefined } : each)))

/** Somebody else may sign in at this window. */
export const forgetToasts = (): void => change(() => [])
