import type { Encoding } from '#schema/import/encoding.ts'
import type { Delimiter } from '#schema/import/guess-delimiter.ts'
import type { ColumnFormat } from '#schema/import/import-map.ts'
import type { CsvRecord } from '#schema/import/read-csv.ts'

/** Undefined parts are detected. */
export interface TextFormat {
  readonly delimiter?: Delimiter | undefined
  readonly encoding?: Encoding | undefined
  /** Name of a workbook's sheet; the first sheet if undefined. */
  readonly sheet?: string | undefined
}

export interface CsvRequest {
  readonly bytes: Uint8Array
  readonly format: TextFormat
}

export interface CsvTable {
  readonly header: readonly string[]
  readonly rows: readonly CsvRecord[]
  readonly format: Required<Omit<TextFormat, 'sheet'>>
  /** By column, from all rows. */
  readonly columnFormats: readonly ColumnFormat[]
}

/** Rows come in parts, so that receiving them does not block the page. */
export type CsvMessage =
  | { readonly part: readonly CsvRecord[] }
  | { readonly end: Omit<CsvTable, 'rows'> }
  | { readonly problem: string; readonly isTooLarge?: boolean }
