import type { AnyRow } from '#schema/kernel/entity.ts'
import type { Column } from './table-columns.ts'

/** In pixels. */
const minTrackPixels = 150
/** The width of a column without one, in rem: names and addresses. */
const defaultRem = 15
/** In pixels, for one or two lines of text. */
const lineHeights = { 1: 40, 2: 56 } as const
/** Below this width in pixels, a long address needs two lines. */
const twoLineBelow = 320
const gap = 8

export const mayNeedTwoLines = <R extends AnyRow>({ meta }: Column<R>): boolean => meta?.width === undefined

export interface HiddenValuesLayout {
  readonly tracks: string
  readonly lines: string
  readonly linesPerName: 1 | 2
  readonly height: number
}

export function layoutHiddenValues<R extends AnyRow>(columns: readonly Column<R>[], width: number): HiddenValuesLayout {
  const perLine = Math.max(1, Math.min(columns.length, Math.floor(width / minTrackPixels)))
  const shares = columns.slice(0, perLine).map((_, at) => {
    const columnOfTrack = columns.filter((__, index) => index % perLine === at)
    return Math.max(...columnOfTrack.map(({ meta }) => Number.parseFloat(meta?.width ?? `${defaultRem}`)))
  })
  const pixelsPerShare = width / shares.reduce((sum, each) => sum + each, 0)
  const needsTwoLines = columns.some(
    (column, index) => mayNeedTwoLines(column) && shares[index % perLine]! * pixelsPerShare < twoLineBelow,
  )
  const words = needsTwoLines ? 2 : 1
  const lines = columns
    .filter((_, index) => index % perLine === 0)
    .map(
      (_, line) => lineHeights[columns.slice(line * perLine, (line + 1) * perLine).some(mayNeedTwoLines) ? words : 1],
    )
  const height = lines.reduce<number>((sum, each) => sum + each, columns.length > 0 ? gap : 0)
  return {
    tracks: shares.map((share) => `minmax(0, ${share}fr)`).join(' '),
    lines: lines.map((each) => `${each}px`).join(' '),
    linesPerName: words,
    height,
  }
}
