// The edge between a list and the panel beside it. The width is kept for this device.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './panel-resizer.module.css'

/** Saved widths outlive a build. */
const storageKey = 'panel-width'
const [minWidth, minListWidth, step] = [416, 352, 32]

const isRightToLeft = (): boolean => document.documentElement.dir === 'rtl'

/** A separator that can be moved takes the focus. */
const focusable = { tabIndex: 0 } as const

/** Sets `--panel-width` of its parent, which holds the list before it and the panel after it. */
export function PanelResizer() {
  const { t } = useTranslation('common')
  const handle = useRef<HTMLHRElement>(null)
  const [width, setWidth] = useState(() => Number(localStorage.getItem(storageKey)) || undefined)
  /** In pixels, measured when a screen reader comes to it. */
  const [measured, setMeasured] = useState({ now: minWidth, max: minWidth })

  useLayoutEffect(() => {
    const { style } = handle.current!.parentElement!
    if (width) style.setProperty('--panel-width', `${width}px`)
    else style.removeProperty('--panel-width')
  }, [width])

  useEffect(() => listenTo(handle.current!, setWidth, setMeasured), [])

  return (
    <hr
      ref={handle}
      {...focusable}
      aria-orientation="vertical"
      aria-label={t('panelWidth')}
      aria-valuemin={minWidth}
      aria-valuenow={measured.now}
      aria-valuemax={measured.max}
      className={classes['handle']}
    />
  )
}

function listenTo(
  handle: HTMLElement,
  setWidth: (width: number | undefined) => void,
  setMeasured: (measured: { readonly now: number; readonly max: number }) => void,
): () => void {
  const split = handle.parentElement!
  const maxWidth = () => Math.max(minWidth, split.clientWidth - minListWidth)
  const currentWidth = () => handle.nextElementSibling?.clientWidth ?? minWidth
  let chosen: number | undefined
  const resize = (next: number) => {
    const whole = Math.round(Math.min(maxWidth(), Math.max(minWidth, next)))
    chosen = whole
    setWidth(whole)
    setMeasured({ now: whole, max: maxWidth() })
  }
  const measure = () => setMeasured({ now: currentWidth(), max: maxWidth() })
  const save = () => chosen && localStorage.setItem(storageKey, String(chosen))
  const onMove = ({ clientX, pointerId }: PointerEvent) => {
    if (!handle.hasPointerCapture(pointerId)) return
    const { left, right } = split.getBoundingClientRect()
    resize(isRightToLeft() ? clientX - left : right - clientX)
  }
  const onDown = (event: PointerEvent) => {
    event.preventDefault()
    handle.setPointerCapture(event.pointerId)
  }
  const onReset = () => {
    chosen = undefined
    localStorage.removeItem(storageKey)
    setWidth(undefined)
  }
  const onKey = (event: KeyboardEvent) => {
    const widthFor: Readonly<Record<string, () => number>> = {
      [isRightToLeft() ? 'ArrowRight' : 'ArrowLeft']: () => currentWidth() + step,
      [isRightToLeft() ? 'ArrowLeft' : 'ArrowRight']: () => currentWidth() - step,
      Home: () => minWidth,
      End: maxWidth,
    }
    const next = widthFor[event.key]
    if (!next) return
    event.preventDefault()
    resize(next())
  }
  const listening = new AbortController()
  const { signal } = listening
  handle.addEventListener('pointerdown', onDown, { signal })
  handle.addEventListener('pointermove', onMove, { signal })
  handle.addEventListener('lostpointercapture', save, { signal })
  handle.addEventListener('keyup', save, { signal })
  handle.addEventListener('focus', measure, { signal })
  handle.addEventListener('dblclick', onReset, { signal })
  handle.addEventListener('keydown', onKey, { signal })
  return () => listening.abort()
}
