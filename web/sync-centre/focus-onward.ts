import { type FocusEvent, useLayoutEffect, useRef } from 'react'

const cardOf = (element: Element): string | undefined => element.closest<HTMLElement>('[data-card]')?.dataset['card']

/**
 * When the focused card disappears, focuses the next card of the list, else the heading. `lists`: card ids in order.
 */
export function useFocusOnward(lists: readonly (readonly string[])[]) {
  const ref = useRef<HTMLDivElement>(null)
  const held = useRef<HTMLElement | null>(null)
  const before = useRef({ lists, card: undefined as string | undefined })

  useLayoutEffect(() => {
    const { lists: old, card } = before.current
    before.current = { lists, card }
    if (!held.current || held.current.isConnected || document.activeElement !== document.body) return
    held.current = null
    const at = old.findIndex((ids) => card !== undefined && ids.includes(card))
    const left = lists[at] ?? []
    const after = old[at]?.slice(old[at].indexOf(card!) + 1).find((id) => left.includes(id))
    const next = after ?? left[0]
    const target = next === undefined ? null : ref.current?.querySelector<HTMLElement>(`[data-card="${next}"]`)
    const heading = ref.current?.closest('[role=dialog]')?.querySelector<HTMLElement>('h2')
    ;(target ?? heading)?.focus()
  })

  const onFocusCapture = ({ target }: FocusEvent<HTMLElement>) => {
    if (!ref.current?.contains(target)) return
    held.current = target
    before.current = { ...before.current, card: cardOf(target) }
  }
  return { ref, onFocusCapture }
}
