import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

interface Measured {
  readonly width: number
  readonly widths: Readonly<Record<string, number>>
}

const [gap, menuWidth] = [10, 44]

interface FittingButtons {
  readonly container: RefObject<HTMLDivElement | null>
  readonly fitting: readonly string[]
}

/**
 * Elements with `data-fit`, a key each, are measured while they are rendered; unmeasured ones count as fitting.
 * `hasMenu`: there is a menu even if all of them fit.
 */
export function useFittingButtons(keys: readonly string[], hasMenu: boolean): FittingButtons {
  const container = useRef<HTMLDivElement>(null)
  const [measured, setMeasured] = useState<Measured>({ width: Infinity, widths: {} })
  const all = keys.join('\n')
  useLayoutEffect(() => {
    const box = container.current
    if (!box) return undefined
    const measure = () => setMeasured((before) => measuredIn(box, before))
    measure()
    const observer = new ResizeObserver(measure)
    for (const each of [box, ...box.querySelectorAll('[data-fit]')]) observer.observe(each)
    return () => observer.disconnect()
  }, [all])
  return { container, fitting: fittingKeys(keys, measured, hasMenu) }
}

function measuredIn(box: HTMLElement, before: Measured): Measured {
  const rendered = [...box.querySelectorAll<HTMLElement>('[data-fit]')].map(
    (each) => [each.dataset['fit']!, Math.ceil(each.getBoundingClientRect().width)] as const,
  )
  const isSame = box.clientWidth === before.width && rendered.every(([key, width]) => before.widths[key] === width)
  return isSame ? before : { width: box.clientWidth, widths: { ...before.widths, ...Object.fromEntries(rendered) } }
}

function fittingKeys(keys: readonly string[], { width, widths }: Measured, hasMenu: boolean): readonly string[] {
  const ends: number[] = []
  for (const key of keys) ends.push((ends.at(-1) ?? -gap) + gap + (widths[key] ?? 0))
  if ((ends.at(-1) ?? 0) + (hasMenu ? gap + menuWidth : 0) <= width) return keys
  return keys.filter((_, at) => at === 0 || ends[at]! + gap + menuWidth <= width)
}
