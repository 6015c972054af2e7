import { type RefObject, useEffect } from 'react'
import { isTyping } from '#web/ui/is-typing.ts'
import { useSingleKeys } from '#web/ui/single-keys.ts'
import { type ListedRows, neighborsOf } from './listed-rows.ts'

export interface StepOptions {
  readonly listed: ListedRows
  readonly record: string | undefined
  readonly onStep: (id: string) => void
}

export const stepKeys = { next: 'j', previous: 'k' } as const

const forward = new Set([stepKeys.next, 'ArrowDown'])
const back = new Set([stepKeys.previous, 'ArrowUp'])
const widgetsWithKeys = ['[role=menu]', '[role=listbox]', '[role=tablist]']

/** Caps Lock produces capital letters. */
const nameOf = ({ key }: KeyboardEvent): string => (key.length === 1 ? key.toLowerCase() : key)

const isStep = (event: KeyboardEvent, arrows: boolean): boolean => {
  const [key, { target, altKey, ctrlKey, metaKey, shiftKey }] = [nameOf(event), event]
  return (
    (forward.has(key) || back.has(key)) &&
    (key.startsWith('Arrow') ? arrows : useSingleKeys.getState().on) &&
    !altKey &&
    !ctrlKey &&
    !metaKey &&
    !shiftKey &&
    !isTyping(target, ...widgetsWithKeys)
  )
}

/** `within` is the list, where arrows step too, or the record, where arrows scroll. */
export function useStepKeys(
  within: RefObject<HTMLElement | null>,
  arrows: boolean,
  { listed, record, onStep }: StepOptions,
) {
  useEffect(() => {
    const element = within.current
    if (!element || record === undefined) return
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isStep(event, arrows)) return
      const neighbors = neighborsOf(listed.rows(), record)
      const next = forward.has(nameOf(event)) ? neighbors.next : neighbors.previous
      event.preventDefault()
      if (next !== undefined) onStep(next)
    }
    element.addEventListener('keydown', press)
    return () => element.removeEventListener('keydown', press)
  }, [within, arrows, listed, record, onStep])
}
