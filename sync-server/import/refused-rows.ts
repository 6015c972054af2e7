import type { CsvRecord } from '#schema/import/read-csv.ts'
import type { Reason } from '#schema/import/reasons.ts'
import { refusedHeader, refusedLine } from './refused-line.ts'

const maxCharacters = 5_000_000

interface Refusal {
  readonly line: number
  readonly reasons: readonly Reason[]
}

export interface RefusedRows {
  add(record: CsvRecord, reasons: readonly Reason[]): void
  /** As CSV. */
  summary(): {
    readonly refusedRows: string | null
    readonly refusals: readonly Refusal[]
    readonly refusedMore: string | null
  }
}

export function createRefusedRows(header: readonly string[], maxListed = maxCharacters): RefusedRows {
  const lines = [refusedHeader(header)]
  const refusals: Refusal[] = []
  let size = lines[0]!.length
  let more = 0
  return {
    add(record, reasons) {
      const line = more ? '' : refusedLine(header, record, reasons)
      if (more || size + line.length > maxListed) {
        more++
        return
      }
      lines.push(line)
      refusals.push({ line: record.line, reasons })
      size += line.length
    },
    summary: () => ({
      refusedRows: lines.length > 1 || more ? lines.join('') : null,
      refusals,
      refusedMore: more ? `${more} more rows were refused and are not listed` : null,
    }),
  }
}
