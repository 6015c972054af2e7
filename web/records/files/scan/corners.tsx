import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './corners.module.css'
import { isConvex, type Point, type Quad } from './geometry.ts'

interface CornersProps {
  readonly url: string
  readonly corners: Quad
  readonly onChange: (corners: Quad) => void
}

const labels = ['photos.topLeft', 'photos.topRight', 'photos.bottomRight', 'photos.bottomLeft'] as const
const keyStep = 0.01
const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep],
}

const within = (fraction: number): number => Math.min(1, Math.max(0, fraction))

export function Corners({ url, corners, onChange }: CornersProps) {
  const { t } = useTranslation('files')
  const frame = useRef<HTMLDivElement>(null)
  const move = (index: number, [x, y]: Point) => {
    const next = corners.with(index, [within(x), within(y)]) as unknown as Quad
    if (isConvex(next)) onChange(next)
  }
  const drag = (index: number, { currentTarget, pointerId, clientX, clientY }: PointerEvent) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return
    const { x, y, width, height } = frame.current!.getBoundingClientRect()
    move(index, [(clientX - x) / width, (clientY - y) / height])
  }
  const press = (index: number, event: KeyboardEvent) => {
    const by = directions[event.key]
    if (!by) return
    event.preventDefault()
    const [x, y] = corners[index]!
    move(index, [x + by[0], y + by[1]])
  }
  return (
    // A photo has no reading direction.
    <div ref={frame} className={classes['frame']} dir="ltr">
      <img src={url} alt="" draggable={false} />
      <svg className={classes['outline']} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <polygon points={corners.map((corner) => corner.join()).join(' ')} />
      </svg>
      {corners.map(([x, y], index) => (
        <button
          key={labels[index]}
          type="button"
          className={classes['corner']}
          aria-label={t(labels[index]!)}
          style={{ left: `${100 * x}%`, top: `${100 * y}%` }}
          onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
          onPointerMove={(event) => drag(index, event)}
          onKeyDown={(event) => press(index, event)}
        />
      ))}
    </div>
  )
}
