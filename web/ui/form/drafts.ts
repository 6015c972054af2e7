// A form whose window is cleared or crashes leaves its words in the store; the same person's next opening of that form
// finds them there.
import { useEffect } from 'react'
import type { DraftFields, Drafts, Store } from '#web/store/contract.ts'
import { useStore } from '#web/ui/store-context.ts'

interface Drafted {
  isDirty(field: string): boolean
  getValues(): Readonly<Record<string, unknown>>
  readonly setValues: (values: never) => void
}

/** Words are kept once the person pauses. */
const pauseMs = 400

const open = new Map<symbol, { readonly place: string; readonly words: () => DraftFields }>()
/**
 * The words that each store was last given, as JSON; null once its window is cleared, because the forms then close
 * without losing their words.
 */
const given = new WeakMap<Store, string | null>()
let pausing: ReturnType<typeof setTimeout> | undefined

/** The unsaved words of every form that is open in this window. */
export function draftsHere(): Drafts {
  const drafted = [...open.values()].map(({ place, words }) => [place, words()] as const)
  return Object.fromEntries(drafted.filter(([, words]) => Object.keys(words).length > 0))
}

/** Called before the window is cleared: the store keeps the forms' present words for their person. */
export async function leaveDrafts(store: Store): Promise<void> {
  given.set(store, null)
  await store.keepDrafts(draftsHere())
}

function keep(store: Store): void {
  const drafts = draftsHere()
  const [before, now] = [given.get(store), JSON.stringify(drafts)]
  if (before === null || now === (before ?? '{}')) return
  given.set(store, now)
  // Without room on the device, the words still are in the form; the next change tries again.
  store.keepDrafts(drafts).catch(() => given.get(store) === now && given.set(store, ''))
}

function keepSoon(store: Store): void {
  clearTimeout(pausing)
  pausing = setTimeout(() => keep(store), pauseMs)
}

/** A form is identified by the address that opens it. */
function placeHere(): string {
  const search = new URLSearchParams(location.search)
  return [location.pathname, ...['dialog', 'record', 'part'].map((key) => search.get(key))].join(' ')
}

/** `secrets` are the fields that are never kept on the device. */
export function useDraft(form: Drafted, secrets: readonly string[] = []): void {
  const store = useStore()
  useEffect(() => {
    const mark = Symbol('form')
    const words = (): DraftFields =>
      Object.fromEntries(
        Object.entries(form.getValues()).filter(([field]) => form.isDirty(field) && !secrets.includes(field)),
      )
    open.set(mark, { place: placeHere(), words })
    keepSoon(store)
    return () => void open.delete(mark)
  })
  // Saved or discarded: forgotten at once, so that the words do not come back.
  useEffect(() => () => keep(store), [store])
  const { setValues } = form
  // Runs once, when the form opens.
  useEffect(() => {
    let isOpen = true
    // A store that is closed meanwhile, or cannot be read, offers nothing: the words stay where they are.
    store.takeDraft(placeHere()).then(
      (draft) => draft && isOpen && setValues(draft as never),
      () => undefined,
    )
    return () => void (isOpen = false)
  }, [store, setValues])
}
