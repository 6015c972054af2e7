// Unsaved values go to the store when a form closes without saving, and return when the same person opens it again.
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { DraftFields, Drafts, Store } from '#web/store/base/contract.ts'
import { timesCleared } from '#web/ui/overlay/dialogs/unsaved-forms.ts'
import { useStore } from '#web/ui/store-context.ts'

interface DraftForm<Values extends object> {
  isDirty(field: string): boolean
  getValues(): Values
  readonly setValues: (values: Partial<Values>) => void
}

const pauseMs = 400

const openForms = new Map<symbol, { readonly formKey: string; readonly fields: () => DraftFields }>()
const closedForms = new WeakMap<Store, Map<string, DraftFields>>()
/**
 * The last saved drafts of each store, as JSON. Null once the window was cleared: closing forms must not change them.
 */
const lastSaved = new WeakMap<Store, string | null>()
let saveTimer: ReturnType<typeof setTimeout> | undefined

export function draftsOfWindow(store?: Store): Drafts {
  const drafted = [...openForms.values()].map(({ formKey, fields }) => [formKey, fields()] as const)
  const closed = (store && closedForms.get(store)) ?? []
  return Object.fromEntries([...closed, ...drafted.filter(([, fields]) => !isEmpty(fields))])
}

const isEmpty = (fields: DraftFields): boolean => Object.keys(fields).length === 0

function keepClosedDraft(store: Store, formKey: string, fields: DraftFields): void {
  const draftsByForm = closedForms.get(store) ?? new Map<string, DraftFields>()
  closedForms.set(store, draftsByForm.set(formKey, fields))
}

function claimClosedDraft(store: Store, formKey: string): DraftFields | undefined {
  const fields = closedForms.get(store)?.get(formKey)
  closedForms.get(store)?.delete(formKey)
  return fields
}

export async function saveAndClearDrafts(store: Store): Promise<void> {
  lastSaved.set(store, null)
  await store.saveDrafts(draftsOfWindow(store))
}

export async function saveDrafts(store: Store): Promise<void> {
  const drafts = draftsOfWindow(store)
  const [lastText, text] = [lastSaved.get(store), JSON.stringify(drafts)]
  if (lastText === null || text === (lastText ?? '{}')) return
  lastSaved.set(store, text)
  // If storage is full, the form still has its values; the next change tries again.
  await store.saveDrafts(drafts).catch(() => lastSaved.get(store) === text && lastSaved.set(store, ''))
}

function saveDraftsSoon(store: Store): void {
  clearTimeout(saveTimer)
  saveTimer = setTimeout(() => void saveDrafts(store), pauseMs)
}

function formKeyHere(): string {
  const search = new URLSearchParams(location.search)
  return [location.pathname, ...['dialog', 'record', 'part'].map((key) => search.get(key))].join(' ')
}

/** For a draft that arrived after the person had begun to type. */
const laterKey = (formKey: string): string => `${formKey} later`

export function useDraft<Values extends object>(
  form: DraftForm<Values>,
  element: RefObject<HTMLElement | null>,
  secrets: readonly string[] = [],
): void {
  const store = useStore()
  const [formKey] = useState(formKeyHere)
  const current = useRef({ fields: (): DraftFields => ({}), text: '{}', settled: 0 })
  const [unsaved] = useState(() => (): DraftFields => {
    const { fields, text, settled } = current.current
    const now = fields()
    return settled !== timesCleared() && JSON.stringify(now) === text ? {} : now
  })
  useEffect(() => {
    const id = Symbol('form')
    const fields = (): DraftFields =>
      Object.fromEntries(
        Object.entries(form.getValues()).filter(([field]) => form.isDirty(field) && !secrets.includes(field)),
      )
    const text = JSON.stringify(fields())
    current.current = {
      fields,
      text,
      settled: text === current.current.text ? current.current.settled : timesCleared(),
    }
    openForms.set(id, { formKey, fields: unsaved })
    saveDraftsSoon(store)
    return () => void openForms.delete(id)
  })
  useEffect(
    () => () => {
      const fields = unsaved()
      if (!isEmpty(fields)) keepClosedDraft(store, formKey, fields)
      void saveDrafts(store)
    },
    [store, formKey, unsaved],
  )
  const { setValues } = form
  useEffect(() => {
    const fields = claimClosedDraft(store, formKey) ?? claimClosedDraft(store, laterKey(formKey))
    if (fields) return setValues(fields as Partial<Values>)
    const closed = new AbortController()
    let hasStartedTyping = false
    element.current!.addEventListener('input', () => (hasStartedTyping = true), { signal: closed.signal })
    // If the store is closed or unreadable, nothing is offered and the draft stays there.
    const restoreDraft = async () => {
      const draft = (await store.adoptDraft(formKey)) ?? (await store.adoptDraft(laterKey(formKey)))
      if (!draft) return
      // Never overwrites what the person has begun to type.
      if (hasStartedTyping || closed.signal.aborted || !isEmpty(unsaved()))
        keepClosedDraft(store, laterKey(formKey), draft)
      else setValues(draft as Partial<Values>)
    }
    restoreDraft().catch(() => undefined)
    return () => closed.abort()
  }, [store, formKey, setValues, element, unsaved])
}
