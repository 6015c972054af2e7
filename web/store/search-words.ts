import { foldText } from './fold-text.ts'

/** The words of a search; a text is found when each is somewhere in it. */
export const wordsOf = (search: string | undefined): readonly string[] =>
  foldText(search ?? '')
    .split(/\s+/)
    .filter(Boolean)

/** Whether every row that the new words find is among those that the old ones found. */
export const isNarrower = (wanted: readonly string[], before: readonly string[]): boolean =>
  before.length > 0 && before.every((word) => wanted.some((each) => each.includes(word)))

export function findsAll(words: readonly string[], text: string): boolean {
  for (const word of words) if (!text.includes(word)) return false
  return true
}
