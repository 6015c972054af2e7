// A form whose window is cleared or crashes leaves its words in the store, and so does a form that goes without being
// saved or discarded: when the device is turned, or when somebody deletes the record that it belongs to. The same
// person's next opening of that form finds them there.
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { DraftFields, Drafts, Store } from '#web/store/base/contract.ts'
import { timesSettled } from '#web/ui/overlay/dialogs/unsaved-forms.ts'
import { useStore } from '#web/ui/store-context.ts'

interface Drafted {
  isDirty(field: string): boolean
  getValues(): Readonly<Record<string, unknown>>
  readonly setValues: (values: never) => void
}

/** Words are kept once the person pauses. */
const pauseMs = 400

const open = new Map<symbol, { readonly place: string; readonly words: () => DraftFields }>()
/** By store and place, the words of forms that went with them. */
const left = new WeakMap<Store, Map<string, DraftFields>>()
/**
 * The words that each store was last given, as JSON; null once its window is cleared, because the forms then close
 * without losing their words.
 */
const given = new WeakMap<Store, string | null>()
let pausing: ReturnType<typeof setTimeout> | undefined

/** The unsaved words of every form that is open in this window, and of those that went with theirs. */
export function draftsHere(store?: Store): Drafts {
  const drafted = [...open.values()].map(({ place, words }) => [place, words()] as const)
  const kept = (store && left.get(store)) ?? []
  return Object.fromEntries([...kept, ...drafted.filter(([, words]) => !isEmpty(words))])
}

const isEmpty = (words: DraftFields): boolean => Object.keys(words).length === 0

function leave(store: Store, place: string, words: DraftFields): void {
  const places = left.get(store) ?? new Map<string, DraftFields>()
  left.set(store, places.set(place, words))
}

/** The words that a form at this place went with, in this window; they are the next form's then. */
function takeLeft(store: Store, place: string): DraftFields | undefined {
  const words = left.get(store)?.get(place)
  left.get(store)?.delete(place)
  return words
}

/** Called before the window is cleared: the store keeps the forms' present words for their person. */
export async function leaveDrafts(store: Store): Promise<void> {
  given.set(store, null)
  await store.saveDrafts(draftsHere(store))
}

/** Gives the store the present words, without those of forms that were saved or discarded. */
export async function keepPresent(store: Store): Promise<void> {
  const drafts = draftsHere(store)
  const [before, now] = [given.get(store), JSON.stringify(drafts)]
  if (before === null || now === (before ?? '{}')) return
  given.set(store, now)
  // Without room on the device, the words still are in the form; the next change tries again.
  await store.saveDrafts(drafts).catch(() => given.get(store) === now && given.set(store, ''))
}

function keepSoon(store: Store): void {
  clearTimeout(pausing)
  pausing = setTimeout(() => void keepPresent(store), pauseMs)
}

/** A form is identified by the address that opens it. */
function placeHere(): string {
  const search = new URLSearchParams(location.search)
  return [location.pathname, ...['dialog', 'record', 'part'].map((key) => search.get(key))].join(' ')
}

/** Where words wait that came when somebody had already begun to type in their form. */
const laterAt = (place: string): string => `${place} later`

/** `secrets` are the fields that are never kept on the device. */
export function useDraft(form: Drafted, element: RefObject<HTMLElement | null>, secrets: readonly string[] = []): void {
  const store = useStore()
  const [place] = useState(placeHere)
  const typed = useRef({ words: (): DraftFields => ({}), text: '{}', settled: 0 })
  const [unsaved] = useState(() => (): DraftFields => {
    const { words, text, settled } = typed.current
    const now = words()
    return settled !== timesSettled() && JSON.stringify(now) === text ? {} : now
  })
  useEffect(() => {
    const mark = Symbol('form')
    const words = (): DraftFields =>
      Object.fromEntries(
        Object.entries(form.getValues()).filter(([field]) => form.isDirty(field) && !secrets.includes(field)),
      )
    const text = JSON.stringify(words())
    typed.current = { words, text, settled: text === typed.current.text ? typed.current.settled : timesSettled() }
    open.set(mark, { place, words: unsaved })
    keepSoon(store)
    return () => void open.delete(mark)
  })
  useEffect(
    () => () => {
      const words = unsaved()
      if (!isEmpty(words)) leave(store, place, words)
      void keepPresent(store)
    },
    [store, place, unsaved],
  )
  const { setValues } = form
  // Runs once, when the form opens.
  useEffect(() => {
    const words = takeLeft(store, place) ?? takeLeft(store, laterAt(place))
    if (words) return setValues(words as never)
    const closed = new AbortController()
    let hasBegun = false
    element.current!.addEventListener('input', () => (hasBegun = true), { signal: closed.signal })
    // A store that is closed meanwhile, or cannot be read, offers nothing: the words stay where they are.
    const offer = async () => {
      const draft = (await store.adoptDraft(place)) ?? (await store.adoptDraft(laterAt(place)))
      if (!draft) return
      // Whoever has begun is not interrupted.
      if (hasBegun || closed.signal.aborted || !isEmpty(unsaved())) leave(store, laterAt(place), draft)
      else setValues(draft as never)
    }
    offer().catch(() => undefined)
    return () => closed.abort()
  }, [store, place, setValues, element, unsaved])
}
