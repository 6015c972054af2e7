// Reloads wait for forms with unsaved values, and leaving asks first.
import { useEffect } from 'react'
import { create } from 'zustand'

interface UnsavedForms {
  readonly count: number
}

export const useUnsavedForms = create<UnsavedForms>(() => ({ count: 0 }))

export const hasUnsavedForms = ({ count }: UnsavedForms): boolean => count > 0

const forms = new Set<symbol>()
let clearedTimes = 0
const publish = () => useUnsavedForms.setState({ count: forms.size })

export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    const form = Symbol('form')
    forms.add(form)
    publish()
    return () => {
      forms.delete(form)
      publish()
    }
  }, [isDirty])
}

export function clearUnsavedForms(): void {
  clearedTimes++
  forms.clear()
  publish()
}

export const timesCleared = (): number => clearedTimes

const preventClosing = (event: BeforeUnloadEvent) => event.preventDefault()

// Browsers do not cache a page with this listener for the Back button, so it is added only when needed.
useUnsavedForms.subscribe((now) => {
  if (hasUnsavedForms(now)) addEventListener('beforeunload', preventClosing)
  else removeEventListener('beforeunload', preventClosing)
})
