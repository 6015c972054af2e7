export interface CellPosition {
  readonly row: number
  readonly column: number
}

interface Grid {
  readonly rows: number
  readonly columns: number
  readonly isRtl: boolean
}

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const rowsPerPage = 8

/** Where a key of a grid leads; undefined for other keys. */
export function nextCell(keys: Keys, { row, column }: CellPosition, grid: Grid): CellPosition | undefined {
  if (keys.altKey || keys.shiftKey) return undefined
  const isWhole = keys.ctrlKey || keys.metaKey
  const [last, lastColumn] = [grid.rows - 1, grid.columns - 1]
  const step = grid.isRtl ? -1 : 1
  const to = (): CellPosition | undefined => {
    switch (keys.key) {
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
        return { row: isWhole ? 0 : row, column: 0 }
      case 'End':
        return { row: isWhole ? last : row, column: lastColumn }
      default:
        return undefined
    }
  }
  const found = to()
  if (!found) return undefined
  const within = (value: number, most: number) => Math.max(0, Math.min(value, most))
  return { row: within(found.row, last), column: within(found.column, lastColumn) }
}
