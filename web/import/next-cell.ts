export interface CellPosition {
  readonly row: number
  readonly column: number
}

interface Grid {
  readonly rows: number
  readonly columns: number
  readonly isRtl: boolean
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const rowsPerPage = 8

/** The cell that a navigation key leads to; undefined for other keys. */
export function nextCell(press: KeyPress, { row, column }: CellPosition, grid: Grid): CellPosition | undefined {
  if (press.altKey || press.shiftKey) return undefined
  const toEdge = press.ctrlKey || press.metaKey
  const [last, lastColumn] = [grid.rows - 1, grid.columns - 1]
  const step = grid.isRtl ? -1 : 1
  const to = (): CellPosition | undefined => {
    switch (press.key) {
      case 'ArrowDown':
        return { row: row + 1, column }
      case 'ArrowUp':
        return { row: row - 1, column }
      case 'ArrowRight':
        return { row, column: column + step }
      case 'ArrowLeft':
        return { row, column: column - step }
      case 'PageDown':
        return { row: row + rowsPerPage, column }
      case 'PageUp':
        return { row: row - rowsPerPage, column }
      case 'Home':
        return { row: toEdge ? 0 : row, column: 0 }
      case 'End':
        return { row: toEdge ? last : row, column: lastColumn }
      default:
        return undefined
    }
  }
  const found = to()
  if (!found) return undefined
  const clamp = (value: number, most: number) => Math.max(0, Math.min(value, most))
  return { row: clamp(found.row, last), column: clamp(found.column, lastColumn) }
}
