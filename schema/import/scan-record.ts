// Bounded work per character: a misplaced quotation mark ends the scan, an unclosed one is given up at `longestRecord`.

/** A longer record has an unclosed quotation mark. */
export const longestRecord = 262_144

/** Further text stays in one more cell. */
export const mostCells = 500

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
  const limit = from + longestRecord
  const outOfText: Scan = isEnd || text.length > limit ? 'broken' : 'unfinished'
  let at = from

  const [separator, lineEnd] = [delimiter.charCodeAt(0), newline.charCodeAt(0)]
  function isCellEnd(): boolean {
    const code = text.charCodeAt(at)
    return code === separator || (code === lineEnd && (newline.length === 1 || text.startsWith(newline, at)))
  }

  const isSpace = (): boolean => text[at] !== delimiter && text[at] !== newline[0] && text[at]?.trim() === ''

  /** `at` is then after the closing quote. Undefined if unclosed or followed by text. */
  function quotedCell(): string | undefined {
    let cell = ''
    for (let start = at + 1; ; start = at + 1) {
      const found = text.indexOf(quote, start)
      at = found < 0 ? text.length : found
      cell += text.slice(start, at)
      if (found < 0 || at > limit) return undefined
      at++
      if (text[at] !== quote) break
      cell += quote
    }
    while (at < limit && isSpace()) at++
    return cell
  }

  function plainCell(): string {
    const start = at
    if (cells.length === mostCells) {
      const end = text.indexOf(newline, at)
      at = end < 0 ? text.length : end
    } else while (at < text.length && !isCellEnd()) at++
    return text.slice(start, at)
  }

  function scan(): Scan {
    for (;;) {
      const isQuoted = text[at] === quote && cells.length < mostCells
      const cell = isQuoted ? quotedCell() : plainCell()
      if (cell === undefined) return at >= text.length ? outOfText : 'broken'
      cells.push(cell)
      if (at > limit) return 'broken'
      // A line break may be cut in half.
      if (!isEnd && text.length - at < newline.length) return 'unfinished'
      if (at >= text.length) return { cells, end: at }
      if (text.startsWith(newline, at)) return { cells, end: at + newline.length }
      if (text[at] !== delimiter) return 'broken'
      at++
    }
  }

  const result = scan()
  work.characters += at - from
  return result
}
