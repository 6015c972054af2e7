import { type FocusEvent, useLayoutEffect, useRef } from 'react'

const cardOf = (element: Element): string | undefined => element.closest<HTMLElement>('[data-card]')?.dataset['card']

/**
 * When what had the focus goes with its card, the next card of the same list has it, else the heading of the dialog.
 * `lists`: the ids of the cards, in their order.
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
    // Dialogs of a card are its children, and stand elsewhere in the document.
    if (!ref.current?.contains(target)) return
    held.current = target
    before.current = { ...before.current, card: cardOf(target) }
  }
  return { ref, onFocusCapture }
}
