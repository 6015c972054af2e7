// The records of a CSV file as they stream in, each with the line on which it begins. A misplaced quotation mark breaks
// its own line and no other.
import Papa from 'papaparse'

export interface CsvRecord {
  /** The line of the file, counted from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** Whether a quotation mark is misplaced: the cells are then the pieces between the line's commas. */
  readonly isBroken: boolean
}

/** A record has at most this many characters; a longer one has a quotation mark that never closes. */
const longestRecord = 262_144

const lineBreak = /\r\n|\n|\r/
const lineBreaks = /\r\n|\n|\r/g
const breaksIn = (cell: string): number => (lineBreak.test(cell) ? cell.match(lineBreaks)!.length : 0)

/** The line break after the header, once it has arrived: a return at the end of the text may be half of one. */
const newlineOf = (text: string): string | undefined =>
  lineBreak.exec(text.replace(/\r$/, '').replace(/"[^"]*"?/g, (quoted) => '_'.repeat(quoted.length)))?.[0]

interface Step {
  readonly data: readonly [readonly string[]]
  readonly errors: readonly unknown[]
  readonly meta: { readonly cursor: number }
}

/** Reads the records of a text that comes in pieces. Blank lines are not records, but they are counted. */
export async function* readCsv(pieces: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  let rest = ''
  let line = 1
  let newline: string | undefined
  let records: CsvRecord[] = []
  let isSkipping = false

  /** Takes the whole records from the beginning of `rest`; the last record is whole only at the end of the file. */
  function take(isEnd: boolean): void {
    while (rest !== '') {
      let taken = 0
      let isBroken = false
      const parser = new Papa.Parser({
        delimiter: ',',
        newline: newline!,
        step: ({ data, errors, meta }: Step) => {
          isBroken = errors.length > 0
          if (isBroken) return parser.abort()
          taken = meta.cursor
          keep(data[0], false)
        },
      } as Papa.ParseConfig)
      parser.parse(rest, 0, !isEnd)
      rest = rest.slice(taken)
      if (!isBroken && rest.length <= longestRecord) return
      const end = rest.indexOf(newline!)
      keep((end < 0 ? rest : rest.slice(0, end)).split(','), true)
      isSkipping = end < 0
      rest = end < 0 ? '' : rest.slice(end + newline!.length)
    }
  }

  /** Discards the rest of a line that is longer than any record. */
  function skip(): void {
    const end = rest.indexOf(newline!)
    isSkipping = end < 0
    rest = end < 0 ? rest.slice(1 - newline!.length || rest.length) : rest.slice(end + newline!.length)
  }

  function keep(cells: readonly string[], isBroken: boolean): void {
    const isBlank = cells.length === 1 && cells[0] === ''
    if (!isBlank) records.push({ line, cells, isBroken })
    line += 1 + cells.reduce((breaks, cell) => breaks + breaksIn(cell), 0)
  }

  for await (const piece of pieces) {
    rest += piece
    newline ??= newlineOf(rest) ?? (rest.length > longestRecord ? '\n' : undefined)
    if (!newline) continue
    if (isSkipping) skip()
    if (!isSkipping) take(false)
    yield* records
    records = []
  }
  newline ??= rest.endsWith('\r') ? '\r' : '\n'
  if (!isSkipping) take(true)
  yield* records
}
