// Open forms with unsaved values: reloads wait for them, and leaving asks first.
import { useEffect } from 'react'
import { create } from 'zustand'

interface Unsaved {
  readonly count: number
}

export const useUnsavedForms = create<Unsaved>(() => ({ count: 0 }))

export const hasUnsavedForms = ({ count }: Unsaved): boolean => count > 0

const forms = new Set<symbol>()
let settled = 0
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

/** The values are saved or discarded, so nothing waits for these forms although they are still open. */
export function settleForms(): void {
  settled++
  forms.clear()
  publish()
}

export const timesSettled = (): number => settled

const preventClosing = (event: BeforeUnloadEvent) => event.preventDefault()

// Browsers do not cache a page with this listener for the Back button, so it is added only when needed.
useUnsavedForms.subscribe((now) => {
  if (hasUnsavedForms(now)) addEventListener('beforeunload', preventClosing)
  else removeEventListener('beforeunload', preventClosing)
})
