// How the values of columns for which a table has no room stand below the first cell of each row.
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { Column } from './table-columns.ts'

/** The least width of a value, in pixels. */
const leastPixels = 150
/** What a column without a width of its own, which holds names or addresses, takes beside others, in rem. */
const restRem = 15
/** The height of a line of values in pixels, with one or two lines of words. */
const lineHeights = { 1: 40, 2: 56 } as const
/** In less room than this, in pixels, a long address needs two lines. */
const roomy = 320
const gap = 8

/** Whether the value is a name or an address, which may need two lines. */
export const isWordy = <R extends AnyRow>({ meta }: Column<R>): boolean => meta?.width === undefined

export interface NamedLayout {
  /** In CSS, for a grid. */
  readonly tracks: string
  readonly lines: string
  /** How many lines of words a name or an address has. */
  readonly words: 1 | 2
  /** The height of all lines in pixels. */
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
