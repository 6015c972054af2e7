// Rows that a search with few results may have meant. Computed after the found rows are shown.
import { rowsPerStep } from '#schema/kernel/steps.ts'
import { type ComparableWord, comparableWords, isSimilar, isSimilarPart } from '#schema/kernel/similar/similar-words.ts'
import type { Arrangement } from './arrangement.ts'
import { findsAll } from './search-words.ts'
import type { SearchTexts } from './search-texts.ts'
import type { Item } from './sorted-list.ts'

/** With more rows found, the wanted one is probably among them. */
const fewRows = 5
const fewestLetters = 3
/** Comparing words takes longer than reading rows. */
const wordsPerStep = 64

const mayHaveSimilarRows = ({ found, words }: Arrangement): boolean =>
  found.items.length < fewRows && words.some((word) => word.length >= fewestLetters)

interface Meant {
  readonly typed: string
  readonly similar: readonly string[]
}

/** In the order of the list; a row contains each typed word, or a word similar to it. */
export function* similarRows(arrangement: Arrangement): Generator<undefined, readonly Item[]> {
  const { all, words, source } = arrangement
  const { texts } = source
  if (!texts || words.length === 0) return []
  // Also while many rows are found, so that nobody waits for it later.
  for (const [index, { id }] of all.items.entries()) {
    texts.addWordsOf(id)
    if (index % wordsPerStep === 0) yield
  }
  if (!mayHaveSimilarRows(arrangement)) return []
  const meant: Meant[] = []
  for (const typed of comparableWords(words.join(' '))) {
    const similar = yield* similarWords(typed, texts)
    if (!similar) return []
    meant.push({ typed: typed.text, similar })
  }
  if (meant.every(({ similar }) => similar.length === 0)) return []
  const rows: Item[] = []
  for (const [index, item] of all.items.entries()) {
    const text = texts.text(item.id)
    if (meant.every((each) => containsMeant(text, each)) && !findsAll(words, text)) rows.push(item)
    if (index % rowsPerStep === 0) yield
  }
  return rows
}

/** Null if no text contains the typed word or a similar one. */
function* similarWords(typed: ComparableWord, texts: SearchTexts): Generator<undefined, readonly string[] | null> {
  const similar: string[] = []
  let isContained = false
  let compared = 0
  for (const word of texts.words) {
    if (word.text.includes(typed.text)) isContained = true
    else if (isSimilar(typed, word) || isSimilarPart(typed, word)) similar.push(word.text)
    if (++compared % wordsPerStep === 0) yield
  }
  return isContained || similar.length > 0 || typed.script === 'number' ? similar : null
}

const containsMeant = (text: string, { typed, similar }: Meant): boolean =>
  text.includes(typed) || similar.some((word) => containsWord(text, word))

const letter = /[\p{L}\p{M}\p{N}]/u

function containsWord(text: string, word: string): boolean {
  for (let start = text.indexOf(word); start >= 0; start = text.indexOf(word, start + 1))
    if (!letter.test(text[start - 1] ?? ' ') && !letter.test(text[start + word.length] ?? ' ')) return true
  return false
}
