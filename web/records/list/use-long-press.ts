// A long press on a touch screen starts selection mode, in which a tap selects instead of opening.
import { type RefObject, useEffect } from 'react'
import type { Selection } from '#web/records/data/selection.ts'
import { rowOf } from '#web/ui/table/row-stops.ts'

const longPressMs = 500
const maxMovePx = 10

export function useLongPress(list: RefObject<HTMLElement | null>, selection: Selection): void {
  useEffect(() => (list.current ? watchPresses(list.current, selection) : undefined), [list, selection])
}

const rowIdAt = (target: EventTarget | null): string | undefined =>
  target instanceof Element && !target.closest('a[href], input') ? rowOf(target)?.dataset['row'] : undefined

function watchPresses(element: HTMLElement, selection: Selection): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let from: PointerEvent | undefined
  let isLong = false
  const cancel = (): void => clearTimeout(timer)
  const onDown = (event: PointerEvent): void => {
    cancel()
    from = event
    isLong = false
    const id = rowIdAt(event.target)
    if (id === undefined || event.pointerType !== 'touch' || !event.isPrimary || selection.ids()) return
    timer = setTimeout(() => {
      isLong = true
      selection.add([id])
    }, longPressMs)
  }
  const onMove = (event: PointerEvent): void => {
    if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > maxMovePx) cancel()
  }
  const onClick = (event: MouseEvent): void => {
    const id = rowIdAt(event.target)
    // A click by keyboard has no press.
    if (id === undefined || event.detail === 0 || from?.pointerType !== 'touch' || !selection.ids()) return
    event.preventDefault()
    event.stopPropagation()
    if (!isLong) selection.toggle(id)
  }
  const onMenu = (event: Event): void => {
    if (isLong) event.preventDefault()
  }
  const listeners = [
    ['pointerdown', onDown],
    ['pointermove', onMove],
    ['pointerup', cancel],
    ['pointercancel', cancel],
    ['click', onClick],
    ['contextmenu', onMenu],
  ] as const
  for (const [name, listener] of listeners) element.addEventListener(name, listener as EventListener, { capture: true })
  return () => {
    cancel()
    for (const [name, listener] of listeners)
      element.removeEventListener(name, listener as EventListener, { capture: true })
  }
}
