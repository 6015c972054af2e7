// Which open forms hold words that are not saved yet: reloading waits for them, and leaving asks first.
import { useEffect } from 'react'
import { create } from 'zustand'

export const useUnsavedForms = create<{ readonly count: number }>(() => ({ count: 0 }))

const forms = new Set<symbol>()
const tell = () => useUnsavedForms.setState({ count: forms.size })

export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    const form = Symbol('form')
    forms.add(form)
    tell()
    return () => {
      forms.delete(form)
      tell()
    }
  }, [isDirty])
}

/** The words are saved, or the person gave them up: nothing waits for them, although their form is still drawn. */
export function settleForms(): void {
  forms.clear()
  tell()
}

const holdTab = (event: BeforeUnloadEvent) => event.preventDefault()

// A page that listens all the time is not kept by the browser for going back.
useUnsavedForms.subscribe(({ count }, before) => {
  if (count > 0 && before.count === 0) addEventListener('beforeunload', holdTab)
  if (count === 0 && before.count > 0) removeEventListener('beforeunload', holdTab)
})
