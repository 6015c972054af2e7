// Accepts the screen's words for stored values, such as "Real estate" for REAL_ESTATE.
import type { Field } from '#schema/kernel/field.ts'
import { foldText } from '#schema/kernel/fold-text.ts'

/** Words of a value in the importing person's language; `value` is "true" or "false" for flags. */
export type WordsForValue = (field: string, value: string) => readonly string[]

export const noWords: WordsForValue = () => []

/** Values by folded word: case rules differ in Turkish, and direction marks are invisible. */
export type CellWords = ReadonlyMap<string, string | boolean>

const normalize = (word: string): string => foldText(word).trim()

/** Empty for numbers, dates and free text. */
export const cellWords = (name: string, field: Field, wordsOf: WordsForValue): CellWords =>
  new Map(
    valuesOf(field).flatMap((value) => wordsOf(name, String(value)).map((word) => [normalize(word), value] as const)),
  )

export const valueForWord = (words: CellWords | undefined, cell: string): string | boolean | undefined =>
  words?.size ? words.get(normalize(cell)) : undefined

function valuesOf({ storage }: Field): readonly (string | boolean)[] {
  if (storage.kind === 'flag') return [true, false]
  if (storage.kind === 'choice') return storage.options
  return storage.kind === 'text' ? (storage.suggestions ?? []) : []
}
