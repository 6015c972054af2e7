// Bounded work per character: a misplaced quotation mark ends the scan, an unclosed one is given up at `maxRecordLength`.

/** A longer record has an unclosed quotation mark. */
export const maxRecordLength = 262_144

/** Further text stays in one more cell. */
export const maxCells = 500

export interface ScanWork {
  characters: number
}

export interface CsvFormat {
  readonly delimiter: string
  readonly newline: string
}

export interface ScannedRecord {
  readonly cells: string[]
  readonly end: number
}

/** `unfinished`: more text may follow. */
export type Scan = ScannedRecord | 'broken' | 'unfinished'

const quote = '"'

/** The last record of a file (`isEnd`) needs no line break. */
export function scanRecord(
  text: string,
  from: number,
  { delimiter, newline }: CsvFormat,
  isEnd: boolean,
  work: ScanWork,
): Scan {
  const cells: string[] = []
  const limit = from + maxRecordLength
  const outOfText: Scan = isEnd || text.length > limit ? 'broken' : 'unfinished'
  let position = from

  const [separator, lineEnd] = [delimiter.charCodeAt(0), newline.charCodeAt(0)]
  function isCellEnd(): boolean {
    const code = text.charCodeAt(position)
    return code === separator || (code === lineEnd && (newline.length === 1 || text.startsWith(newline, position)))
  }

  const isSpace = (): boolean =>
    text[position] !== delimiter && text[position] !== newline[0] && text[position]?.trim() === ''

  /** `at` is then after the closing quote. Undefined if unclosed or followed by text. */
  function quotedCell(): string | undefined {
    let cell = ''
    for (let start = position + 1; ; start = position + 1) {
      const found = text.indexOf(quote, start)
      position = found < 0 ? text.length : found
      cell += text.slice(start, position)
      if (found < 0 || position > limit) return undefined
      position++
      if (text[position] !== quote) break
      cell += quote
    }
    while (position < limit && isSpace()) position++
    return cell
  }

  function plainCell(): string {
    const start = position
    if (cells.length === maxCells) {
      const end = text.indexOf(newline, position)
      position = end < 0 ? text.length : end
    } else while (position < text.length && !isCellEnd()) position++
    return text.slice(start, position)
  }

  function scan(): Scan {
    for (;;) {
      const isQuoted = text[position] === quote && cells.length < maxCells
      const cell = isQuoted ? quotedCell() : plainCell()
      if (cell === undefined) return position >= text.length ? outOfText : 'broken'
      cells.push(cell)
      if (position > limit) return 'broken'
      // A line break may be cut in half.
      if (!isEnd && text.length - position < newline.length) return 'unfinished'
      if (position >= text.length) return { cells, end: position }
      if (text.startsWith(newline, position)) return { cells, end: position + newline.length }
      if (text[position] !== delimiter) return 'broken'
      position++
    }
  }

  const result = scan()
  work.characters += position - from
  return result
}
