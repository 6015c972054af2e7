// The row with the focus, also while a dialog or the palette has it.
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { rowOf } from '#web/ui/table/row-stops.ts'
import { focusRowSoon } from './list-scroll.ts'
import { idAt, type ListedRows, neighborsOf } from './listed-rows.ts'

export interface CurrentRow {
  readonly id: string
  /** When it was last focused or moved; -1 among the rows that may have been meant. */
  readonly index: number
}

const overlays = ':is([aria-modal=true], [role=dialog], [role=menu], [data-selection-bar]):not([data-record-panel])'

const elementOf = ({ target }: Event): Element | null => (target instanceof Element ? target : null)

/** Where the focus goes when the element with it is removed. */
const isPage = (element: Element | null): boolean => element === document.body || element?.id === 'content'

export function useCurrentRow(list: RefObject<HTMLElement | null>, listed: ListedRows): () => CurrentRow | undefined {
  const current = useRef<CurrentRow>(undefined)
  useEffect(() => {
    const element = list.current
    // False once the person has scrolled the focused row out of sight.
    let hasFocus = false
    const choose = (target: Element | null): void => {
      const id = element?.contains(target) ? rowOf(target)?.dataset['row'] : undefined
      hasFocus = id !== undefined
      current.current = id === undefined ? undefined : { id, index: neighborsOf(listed.rows(), id).index }
    }
    /** A row that is gone leaves the focus to the one in its place. */
    const keepFocus = (): void => {
      if (!current.current) return
      const { id, index } = current.current
      const isListed = () => listed.rows()?.indexOfId?.(id) !== -1
      if (hasFocus || !isListed()) focusRowSoon(element, listed, () => (isListed() ? id : idAt(listed.rows(), index)))
    }
    const onFocus = (event: FocusEvent): void => {
      const target = elementOf(event)
      if (target?.closest(overlays)) return
      if (!isPage(target)) return choose(target)
      hasFocus = false
      keepFocus()
    }
    const onPointer = (event: PointerEvent): void => {
      const target = elementOf(event)
      if (!target?.closest(overlays)) choose(target)
    }
    const onScroll = (): void =>
      void requestAnimationFrame(() => {
        if (isPage(document.activeElement)) hasFocus = false
      })
    let frame = 0
    const unsubscribe = listed.subscribe(() => {
      cancelAnimationFrame(frame)
      // After the rows have been rendered.
      frame = requestAnimationFrame(() => isPage(document.activeElement) && keepFocus())
    })
    document.addEventListener('focusin', onFocus)
    document.addEventListener('pointerdown', onPointer)
    element?.addEventListener('scroll', onScroll, { capture: true })
    return () => {
      unsubscribe()
      cancelAnimationFrame(frame)
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('pointerdown', onPointer)
      element?.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [list, listed])
  return useCallback(() => current.current, [])
}
