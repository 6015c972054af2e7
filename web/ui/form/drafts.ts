// Unsaved values go to the store when a form closes without saving or discarding, or its window is cleared. They return
// when the same person opens the form again.
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { DraftFields, Drafts, Store } from '#web/store/base/contract.ts'
import { timesSettled } from '#web/ui/overlay/dialogs/unsaved-forms.ts'
import { useStore } from '#web/ui/store-context.ts'

interface Drafted<Values extends object> {
  isDirty(field: string): boolean
  getValues(): Values
  readonly setValues: (values: Partial<Values>) => void
}

const pauseMs = 400

const open = new Map<symbol, { readonly place: string; readonly words: () => DraftFields }>()
const left = new WeakMap<Store, Map<string, DraftFields>>()
/**
 * What each store received last, as JSON; null once its window was cleared, because closing forms then lose nothing.
 */
const given = new WeakMap<Store, string | null>()
let pausing: ReturnType<typeof setTimeout> | undefined

export function draftsHere(store?: Store): Drafts {
  const drafted = [...open.values()].map(({ place, words }) => [place, words()] as const)
  const closed = (store && left.get(store)) ?? []
  return Object.fromEntries([...closed, ...drafted.filter(([, words]) => !isEmpty(words))])
}

const isEmpty = (words: DraftFields): boolean => Object.keys(words).length === 0

function leave(store: Store, place: string, words: DraftFields): void {
  const places = left.get(store) ?? new Map<string, DraftFields>()
  left.set(store, places.set(place, words))
}

/** The values that a closed form left at this place in this window; they are removed here. */
function claimLeft(store: Store, place: string): DraftFields | undefined {
  const words = left.get(store)?.get(place)
  left.get(store)?.delete(place)
  return words
}

/** Called before the window is cleared. */
export async function leaveDrafts(store: Store): Promise<void> {
  given.set(store, null)
  await store.saveDrafts(draftsHere(store))
}

export async function saveDrafts(store: Store): Promise<void> {
  const drafts = draftsHere(store)
  const [before, now] = [given.get(store), JSON.stringify(drafts)]
  if (before === null || now === (before ?? '{}')) return
  given.set(store, now)
  // If storage is full, the form still has its values; the next change tries again.
  await store.saveDrafts(drafts).catch(() => given.get(store) === now && given.set(store, ''))
}

function saveDraftsSoon(store: Store): void {
  clearTimeout(pausing)
  pausing = setTimeout(() => void saveDrafts(store), pauseMs)
}

function placeHere(): string {
  const search = new URLSearchParams(location.search)
  return [location.pathname, ...['dialog', 'record', 'part'].map((key) => search.get(key))].join(' ')
}

/** For a draft that arrived after the person had begun to type. */
const laterAt = (place: string): string => `${place} later`

/** `secrets`: fields that are never stored. */
export function useDraft<Values extends object>(
  form: Drafted<Values>,
  element: RefObject<HTMLElement | null>,
  secrets: readonly string[] = [],
): void {
  const store = useStore()
  const [place] = useState(placeHere)
  const typed = useRef({ words: (): DraftFields => ({}), text: '{}', settled: 0 })
  const [unsaved] = useState(() => (): DraftFields => {
    const { words, text, settled } = typed.current
    const now = words()
    return settled !== timesSettled() && JSON.stringify(now) === text ? {} : now
  })
  useEffect(() => {
    const id = Symbol('form')
    const words = (): DraftFields =>
      Object.fromEntries(
        Object.entries(form.getValues()).filter(([field]) => form.isDirty(field) && !secrets.includes(field)),
      )
    const text = JSON.stringify(words())
    typed.current = { words, text, settled: text === typed.current.text ? typed.current.settled : timesSettled() }
    open.set(id, { place, words: unsaved })
    saveDraftsSoon(store)
    return () => void open.delete(id)
  })
  useEffect(
    () => () => {
      const words = unsaved()
      if (!isEmpty(words)) leave(store, place, words)
      void saveDrafts(store)
    },
    [store, place, unsaved],
  )
  const { setValues } = form
  useEffect(() => {
    const words = claimLeft(store, place) ?? claimLeft(store, laterAt(place))
    if (words) return setValues(words as Partial<Values>)
    const closed = new AbortController()
    let hasBegun = false
    element.current!.addEventListener('input', () => (hasBegun = true), { signal: closed.signal })
    // If the store is closed or unreadable, nothing is offered and the draft stays there.
    const offer = async () => {
      const draft = (await store.adoptDraft(place)) ?? (await store.adoptDraft(laterAt(place)))
      if (!draft) return
      // Never overwrites what the person has begun to type.
      if (hasBegun || closed.signal.aborted || !isEmpty(unsaved())) leave(store, laterAt(place), draft)
      else setValues(draft as Partial<Values>)
    }
    offer().catch(() => undefined)
    return () => closed.abort()
  }, [store, place, setValues, element, unsaved])
}
