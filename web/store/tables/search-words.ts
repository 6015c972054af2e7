import { foldText } from '#schema/kernel/fold-text.ts'

export const wordsOf = (search: string | undefined): readonly string[] =>
  foldText(search ?? '')
    .split(/\s+/)
    .filter(Boolean)

export const isNarrower = (next: readonly string[], previous: readonly string[]): boolean =>
  previous.length > 0 && previous.every((word) => next.some((each) => each.includes(word)))

export function findsAll(words: readonly string[], text: string): boolean {
  for (const word of words) if (!text.includes(word)) return false
  return true
}
