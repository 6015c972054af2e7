import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Hit } from './find-hits.ts'
import classes from './pdf-view.module.css'

interface HitMarksProps {
  /** One for each item of the page's text. */
  readonly divs: readonly HTMLElement[]
  readonly scale: number
  readonly hits: readonly Hit[]
  readonly current: Hit | undefined
  readonly showMark: (of: Hit, mark: HTMLElement) => void
}

interface Mark {
  readonly hit: Hit
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export function HitMarks({ divs, scale, hits, current, showMark }: HitMarksProps) {
  const host = useRef<HTMLDivElement>(null)
  const [marks, setMarks] = useState<readonly Mark[]>([])
  useLayoutEffect(() => {
    const origin = host.current!.getBoundingClientRect()
    setMarks(hits.flatMap((hit) => marksOf(hit, divs, origin)))
  }, [divs, scale, hits])
  const currentMark = useRef<HTMLElement>(null)
  useEffect(() => {
    if (current && currentMark.current) showMark(current, currentMark.current)
  }, [current, marks, showMark])
  const firstCurrent = marks.findIndex(({ hit }) => hit === current)
  return (
    <div ref={host} className={classes['marks']} aria-hidden="true">
      {marks.map(({ hit, left, top, width, height }, index) => (
        <mark
          key={`${left} ${top}`}
          ref={index === firstCurrent ? currentMark : null}
          data-current={hit === current || undefined}
          style={{ left, top, width, height }}
        />
      ))}
    </div>
  )
}

function marksOf(hit: Hit, divs: readonly HTMLElement[], origin: DOMRect): readonly Mark[] {
  const [first, last] = [divs[hit.start.item]?.firstChild, divs[hit.end.item]?.firstChild]
  if (!first || !last) return []
  const range = document.createRange()
  range.setStart(first, Math.min(hit.start.offset, first.textContent!.length))
  range.setEnd(last, Math.min(hit.end.offset, last.textContent!.length))
  return [...range.getClientRects()]
    .filter(({ width }) => width > 0)
    .map(({ x, y, width, height }) => ({ hit, left: x - origin.x, top: y - origin.y, width, height }))
}
