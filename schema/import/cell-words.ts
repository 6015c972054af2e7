// What people write instead of a stored value: the words that screens show them for it, "Real Estate" for REAL_ESTATE.
import type { Field } from '#schema/kernel/field.ts'
import { foldText } from '#schema/kernel/fold-text.ts'

/** The words of a field's value in the language of whoever brought the file; `value` is "true" or "false" of a flag. */
export type WordsOf = (field: string, value: string) => readonly string[]

/** Nobody's words: cells hold what is stored. */
export const noWords: WordsOf = () => []

/** The values of one field by their words, folded: letter case differs in Turkish, and marks of direction are not seen. */
export type CellWords = ReadonlyMap<string, string | boolean>

const folded = (word: string): string => foldText(word).trim()

/** The words of all values that the field has by name; none for a field of numbers, dates or free text. */
export const cellWords = (name: string, field: Field, wordsOf: WordsOf): CellWords =>
  new Map(
    valuesOf(field).flatMap((value) => wordsOf(name, String(value)).map((word) => [folded(word), value] as const)),
  )

/** The value whose word the cell holds. */
export const meantBy = (words: CellWords | undefined, cell: string): string | boolean | undefined =>
  words?.size ? words.get(folded(cell)) : undefined

function valuesOf({ storage }: Field): readonly (string | boolean)[] {
  if (storage.kind === 'flag') return [true, false]
  if (storage.kind === 'choice') return storage.options
  return storage.kind === 'text' ? (storage.suggestions ?? []) : []
}
