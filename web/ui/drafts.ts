// Forms whose window has to be cleared leave their words to the store, and find them there when their person opens the
// same form again.
import { useEffect } from 'react'
import type { DraftFields, Drafts } from '#web/store/contract.ts'
import { useStore } from './store-context.ts'

interface Drafted {
  isDirty(field: string): boolean
  getValues(): Readonly<Record<string, unknown>>
  readonly setValues: (values: never) => void
}

const open = new Map<symbol, { readonly place: string; readonly words: () => DraftFields }>()

/** The words of every form that is open in this window and not saved. */
export function draftsHere(): Drafts {
  const drafted = [...open.values()].map(({ place, words }) => [place, words()] as const)
  return Object.fromEntries(drafted.filter(([, words]) => Object.keys(words).length > 0))
}

/** A form is found again by the address that opens it. */
function placeHere(): string {
  const search = new URLSearchParams(location.search)
  return [location.pathname, search.get('dialog'), search.get('record')].join(' ')
}

export function useDraft(form: Drafted): void {
  const store = useStore()
  useEffect(() => {
    const mark = Symbol('form')
    const words = (): DraftFields =>
      Object.fromEntries(Object.entries(form.getValues()).filter(([field]) => form.isDirty(field)))
    open.set(mark, { place: placeHere(), words })
    return () => void open.delete(mark)
  })
  const { setValues } = form
  // Once, when the form opens.
  useEffect(() => {
    let isOpen = true
    void store.takeDraft(placeHere()).then((draft) => draft && isOpen && setValues(draft as never))
    return () => void (isOpen = false)
  }, [store, setValues])
}
