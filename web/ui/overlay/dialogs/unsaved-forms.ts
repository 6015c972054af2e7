// Which open forms hold unsaved words: a reload waits for them, and leaving asks first.
import { useEffect } from 'react'
import { create } from 'zustand'

interface Unsaved {
  /** Forms with unsaved words. */
  readonly count: number
}

export const useUnsavedForms = create<Unsaved>(() => ({ count: 0 }))

/** Whether something would be lost with the tab. */
export const hasUnsavedForms = ({ count }: Unsaved): boolean => count > 0

const forms = new Set<symbol>()
let settled = 0
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
  settled++
  forms.clear()
  tell()
}

/** Grows each time that the words of the open forms are saved or discarded. */
export const timesSettled = (): number => settled

const holdTab = (event: BeforeUnloadEvent) => event.preventDefault()

// The listener is there only when needed: browsers do not keep a page with it for the Back button.
useUnsavedForms.subscribe((now) => {
  if (hasUnsavedForms(now)) addEventListener('beforeunload', holdTab)
  else removeEventListener('beforeunload', holdTab)
})
