// J and K, and the arrows while the focus is in the list, go from the open record to its neighbours.
import { type RefObject, useEffect } from 'react'
import { type ListedRows, neighboursOf } from './listed-rows.ts'

interface Steps {
  readonly listed: ListedRows
  /** The open record; undefined while none is open. */
  readonly record: string | undefined
  readonly onStep: (id: string) => void
}

const forward = new Set(['j', 'J', 'ArrowDown'])
const back = new Set(['k', 'K', 'ArrowUp'])
/** Where keys have a meaning of their own. */
const ownKeys = 'input, textarea, select, [contenteditable=true], [role=menu], [role=listbox], [role=tablist]'

const isStep = ({ key, target, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent, arrows: boolean): boolean =>
  (forward.has(key) || back.has(key)) &&
  (arrows || !key.startsWith('Arrow')) &&
  !altKey &&
  !ctrlKey &&
  !metaKey &&
  !shiftKey &&
  target instanceof HTMLElement &&
  target.closest(ownKeys) === null

/** `within` holds the list, whose arrows step too, or the record, where they scroll. */
export function useStepKeys(within: RefObject<HTMLElement | null>, arrows: boolean, { listed, record, onStep }: Steps) {
  useEffect(() => {
    const element = within.current
    if (!element || record === undefined) return
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isStep(event, arrows)) return
      const { before, after } = neighboursOf(listed.rows(), record)
      const next = forward.has(event.key) ? after : before
      event.preventDefault()
      if (next !== undefined) onStep(next)
    }
    element.addEventListener('keydown', press)
    return () => element.removeEventListener('keydown', press)
  }, [within, arrows, listed, record, onStep])
}
