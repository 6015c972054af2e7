// Layout of hidden columns' values below the first cell of each row.
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { Column } from './table-columns.ts'

/** In pixels. */
const leastPixels = 150
/** The width of a column without one, in rem: names and addresses. */
const restRem = 15
/** In pixels, for one or two lines of text. */
const lineHeights = { 1: 40, 2: 56 } as const
/** Below this width in pixels, a long address needs two lines. */
const roomy = 320
const gap = 8

/** Whether the value is a name or address, which may need two lines. */
export const isWordy = <R extends AnyRow>({ meta }: Column<R>): boolean => meta?.width === undefined

export interface NamedLayout {
  /** CSS grid tracks. */
  readonly tracks: string
  readonly lines: string
  /** Lines of text per name or address. */
  readonly words: 1 | 2
  /** In pixels. */
  readonly height: number
}

export function layoutOfNamed<R extends AnyRow>(columns: readonly Column<R>[], width: number): NamedLayout {
  const perLine = Math.max(1, Math.min(columns.length, Math.floor(width / leastPixels)))
  const shares = columns.slice(0, perLine).map((_, at) => {
    const stacked = columns.filter((__, index) => index % perLine === at)
    return Math.max(...stacked.map(({ meta }) => Number.parseFloat(meta?.width ?? `${restRem}`)))
  })
  const unit = width / shares.reduce((sum, each) => sum + each, 0)
  const isTight = columns.some((column, index) => isWordy(column) && shares[index % perLine]! * unit < roomy)
  const words = isTight ? 2 : 1
  const lines = columns
    .filter((_, index) => index % perLine === 0)
    .map((_, line) => lineHeights[columns.slice(line * perLine, (line + 1) * perLine).some(isWordy) ? words : 1])
  const height = lines.reduce<number>((sum, each) => sum + each, columns.length > 0 ? gap : 0)
  return {
    tracks: shares.map((share) => `minmax(0, ${share}fr)`).join(' '),
    lines: lines.map((each) => `${each}px`).join(' '),
    words,
    height,
  }
}
