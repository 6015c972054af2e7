import { useEffect, useRef } from 'react'
import { isTyping } from '#web/ui/is-typing.ts'
import { useSingleKeys } from '#web/ui/single-keys.ts'

export interface PdfKeys {
  readonly turn: (by: 1 | -1) => void
  readonly zoom: (by: 1 | -1) => void
  readonly fit: () => void
  readonly find: () => void
}

const otherWidgets = ['[role=menu]', '[role=listbox]', '[role=dialog]', '[role=tablist]']

/** In the order of reading: the left arrow goes forward in Arabic. */
const forward = (): string => (document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight')
const back = (): string => (document.documentElement.dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft')

function runOf(key: string, keys: PdfKeys): (() => void) | undefined {
  if (key === forward()) return () => keys.turn(1)
  if (key === back()) return () => keys.turn(-1)
  if (!useSingleKeys.getState().on) return undefined
  if (key === '+' || key === '=') return () => keys.zoom(1)
  if (key === '-') return () => keys.zoom(-1)
  if (key === '0') return keys.fit
  return key === '/' ? keys.find : undefined
}

/** Captured, because the app's own shortcuts also use some of these keys. */
export function usePdfKeys(keys: PdfKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey } = event
      const isFind = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'f'
      if (!isFind && (altKey || ctrlKey || metaKey || isTyping(target, ...otherWidgets))) return
      const run = isFind ? latest.current.find : runOf(key, latest.current)
      if (!run) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [])
}
