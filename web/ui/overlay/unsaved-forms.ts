// Which open forms hold unsaved words: a reload waits for them, and leaving asks first.
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

/** The words are saved or discarded: nothing waits for these forms any more, although they are still drawn. */
export function settleForms(): void {
  forms.clear()
  tell()
}

const holdTab = (event: BeforeUnloadEvent) => event.preventDefault()

// The listener is there only when needed: browsers do not keep a page with it for the Back button.
useUnsavedForms.subscribe(({ count }, before) => {
  if (count > 0 && before.count === 0) addEventListener('beforeunload', holdTab)
  if (count === 0 && before.count > 0) removeEventListener('beforeunload', holdTab)
})
