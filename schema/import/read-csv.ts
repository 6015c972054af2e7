// A misplaced quotation mark breaks only its own line.
import { type Delimiter, guessDelimiter } from './guess-delimiter.ts'
import { maxRecordLength, maxCells, scanRecord, type ScanWork } from './scan-record.ts'

export interface CsvRecord {
  /** Counted from 1. */
  readonly line: number
  /** Those beyond `maxCells` are joined. */
  readonly cells: readonly string[]
  /** The cells are then split at every delimiter. */
  readonly isBroken: boolean
}

const lineBreak = /\r\n|\n|\r/
const lineBreaks = /\r\n|\n|\r/g
const countLineBreaks = (cell: string): number => (lineBreak.test(cell) ? cell.match(lineBreaks)!.length : 0)

/** Known once complete: a final CR may be half of one. */
const newlineOf = (text: string): string | undefined =>
  lineBreak.exec(text.replace(/\r$/, '').replace(/"[^"]*"?/g, (quoted) => '_'.repeat(quoted.length)))?.[0]

interface ReadOptions {
  readonly delimiter?: Delimiter | undefined
  readonly work?: ScanWork
}

/** Blank lines are skipped but counted. */
export async function* readCsv(
  chunks: AsyncIterable<string> | Iterable<string>,
  { delimiter: chosenDelimiter, work = { characters: 0 } }: ReadOptions = {},
): AsyncGenerator<CsvRecord> {
  let rest = ''
  let line = 1
  let newline: string | undefined
  let delimiter = chosenDelimiter
  let records: CsvRecord[] = []
  let isSkipping = false
  let nextScanLength = 0

  /** The last record is complete only at the end of the file. */
  function scanRest(isEnd: boolean): void {
    const format = { delimiter: (delimiter ??= guessDelimiter(rest)), newline: newline! }
    let from = 0
    while (from < rest.length && !isSkipping) {
      const found = scanRecord(rest, from, format, isEnd, work)
      if (found === 'unfinished') break
      if (found === 'broken') {
        const end = rest.indexOf(newline!, from)
        if (end < 0 && !isEnd && rest.length - from <= maxRecordLength) break
        const text = end < 0 ? rest.slice(from) : rest.slice(from, end)
        addRecord(text.split(format.delimiter, maxCells + 1), true)
        work.characters += text.length
        isSkipping = end < 0
        from = end < 0 ? rest.length : end + newline!.length
      } else {
        addRecord(found.cells, false)
        from = found.end
      }
    }
    rest = rest.slice(from)
    // Rescanning only after the text has doubled keeps the work linear.
    nextScanLength = Math.min(2 * rest.length, maxRecordLength + 1)
  }

  function skipRecord(): void {
    const end = rest.indexOf(newline!)
    work.characters += end < 0 ? rest.length : end
    isSkipping = end < 0
    rest = end < 0 ? rest.slice(1 - newline!.length || rest.length) : rest.slice(end + newline!.length)
  }

  function addRecord(cells: readonly string[], isBroken: boolean): void {
    const isBlank = cells.length === 1 && cells[0] === ''
    if (!isBlank) records.push({ line, cells, isBroken })
    line += 1 + cells.reduce((breaks, cell) => breaks + countLineBreaks(cell), 0)
  }

  for await (const chunk of chunks) {
    rest += chunk
    if (rest.length < nextScanLength) continue
    newline ??= newlineOf(rest.slice(0, maxRecordLength)) ?? (rest.length > maxRecordLength ? '\n' : undefined)
    if (!newline) {
      nextScanLength = Math.min(2 * rest.length, maxRecordLength + 1)
      continue
    }
    if (isSkipping) skipRecord()
    if (!isSkipping) scanRest(false)
    yield* records
    records = []
  }
  newline ??= newlineOf(rest.slice(0, maxRecordLength)) ?? (rest.endsWith('\r') ? '\r' : '\n')
  if (isSkipping) skipRecord()
  if (!isSkipping) scanRest(true)
  yield* records
}
