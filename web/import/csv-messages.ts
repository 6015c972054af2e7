import type { ColumnFormat } from '#schema/import/import-map.ts'
import type { Encoding } from '#schema/import/encoding.ts'
import type { Delimiter } from '#schema/import/guess-delimiter.ts'

/** Undefined parts are detected. */
export interface TextFormat {
  readonly delimiter?: Delimiter | undefined
  readonly encoding?: Encoding | undefined
}

export interface CsvRequest {
  readonly bytes: Uint8Array
  readonly format: TextFormat
}

export interface CsvResponse {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly count: number
  readonly format: Required<TextFormat>
  /** By column, from all rows. */
  readonly columnFormats: readonly ColumnFormat[]
}
