// What the page and the worker that reads CSV files send each other.
import type { Encoding } from '#schema/import/encoding.ts'
import type { Delimiter } from '#schema/import/guess-delimiter.ts'

/** How the text of a file is written; what is not chosen is guessed. */
export interface TextFormat {
  readonly delimiter?: Delimiter | undefined
  readonly encoding?: Encoding | undefined
}

export interface CsvQuestion {
  readonly bytes: Uint8Array
  readonly format: TextFormat
}

export interface CsvAnswer {
  readonly header: readonly string[]
  /** The first ones. */
  readonly rows: readonly (readonly string[])[]
  /** The number of all rows. */
  readonly count: number
  readonly format: Required<TextFormat>
}
