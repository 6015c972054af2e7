// Words that somebody may have meant: with a wrong letter, in another spelling of the same sound, or in another script.
import { foldText } from '#schema/kernel/fold-text.ts'
import { arabicPattern } from './arabic-sounds.ts'
import { devanagariPattern } from './devanagari-sounds.ts'
import { isWithinEdits } from './edit-distance.ts'
import { consonantsOf, latinSounds } from './latin-sounds.ts'
import type { SoundPattern } from './sound-pattern.ts'

type Script = 'latin' | 'arabic' | 'devanagari' | 'other' | 'number'

function scriptOf(word: string): Script {
  if (/^[a-zß]+$/.test(word)) return 'latin'
  if (/^[\u0600-\u06ff]+$/.test(word)) return 'arabic'
  if (/^[\u0900-\u097f]+$/.test(word)) return 'devanagari'
  return /^[\p{L}\p{M}]+$/u.test(word) ? 'other' : 'number'
}

export class ComparableWord {
  readonly text: string
  readonly script: Script
  /** One bit for each letter, to rule out most words at once. */
  readonly letters: number
  #sounds: string | undefined
  #consonants: string | undefined
  #pattern: SoundPattern | undefined

  constructor(text: string) {
    this.text = text
    this.script = scriptOf(text)
    let letters = 0
    for (let index = 0; index < text.length; index++) letters |= 1 << (text.charCodeAt(index) & 31)
    this.letters = letters
  }

  /** Words of other scripts are their own sounds. */
  get sounds(): string {
    return (this.#sounds ??= latinSounds(this.text))
  }

  get consonants(): string {
    return (this.#consonants ??= consonantsOf(this.sounds))
  }

  get pattern(): SoundPattern {
    return (this.#pattern ??= this.script === 'arabic' ? arabicPattern(this.text) : devanagariPattern(this.text))
  }
}

function bitCount(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

/** One wrong letter is forgiven from 4 letters on, two from 8. */
const editsFor = (typed: number, word: number): number =>
  typed >= 8 && word >= 7 ? 2 : typed >= 4 && word >= 4 ? 1 : 0

function isMisspelt(typed: ComparableWord, word: ComparableWord): boolean {
  const edits = editsFor(typed.text.length, word.text.length)
  return edits > 0 && bitCount(typed.letters ^ word.letters) <= 2 * edits && isWithinEdits(typed.text, word.text, edits)
}

const fewestSounds = 3

/** Short words must sound the same, longer ones may differ in a vowel or two. */
function soundsLike(typed: ComparableWord, word: ComparableWord): boolean {
  if (typed.sounds === word.sounds) return typed.sounds.length >= fewestSounds
  if (typed.consonants !== word.consonants) return false
  const vowels = Math.min(2, typed.consonants.length - 2)
  return vowels > 0 && isWithinEdits(typed.sounds, word.sounds, vowels)
}

const hasPattern = ({ script }: ComparableWord): boolean => script === 'arabic' || script === 'devanagari'

function isTransliteration(one: ComparableWord, other: ComparableWord): boolean {
  const [latin, foreign] = one.script === 'latin' ? [one, other] : [other, one]
  if (latin.script !== 'latin' || !hasPattern(foreign)) return false
  return latin.sounds.length >= fewestSounds && foreign.pattern.whole.test(latin.sounds)
}

export function isSimilar(typed: ComparableWord, word: ComparableWord): boolean {
  if (typed.text === word.text) return true
  if (typed.script !== word.script) return isTransliteration(typed, word)
  if (typed.script === 'number') return false
  return isMisspelt(typed, word) || (typed.script === 'latin' && soundsLike(typed, word))
}

const fewestLettersOfPart = 4

/** Beginnings are similar to more words than whole words are, so less is forgiven. */
const editsForPart = (typed: number): number => (typed >= 10 ? 2 : typed >= 6 ? 1 : 0)

function isMisspeltPart(typed: ComparableWord, word: ComparableWord): boolean {
  const edits = editsForPart(typed.text.length)
  return (
    edits > 0 &&
    typed.text[0] === word.text[0] &&
    bitCount(typed.letters & ~word.letters) <= edits &&
    isWithinEdits(typed.text, word.text, edits, true)
  )
}

/** Whether the beginning of `word` may have been meant by `typed`. */
export function isSimilarPart(typed: ComparableWord, word: ComparableWord): boolean {
  if (typed.script === word.script) return typed.script !== 'number' && isMisspeltPart(typed, word)
  if (typed.script === 'latin')
    return typed.sounds.length >= fewestLettersOfPart && hasPattern(word) && word.pattern.begun.test(typed.sounds)
  if (word.script !== 'latin' || !hasPattern(typed)) return false
  return typed.text.length >= fewestLettersOfPart && typed.pattern.part.test(word.sounds)
}

/** Letters and digits of a folded text; vowel signs belong to their letter. */
export const splitWords = (folded: string): readonly string[] => folded.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

const article = /^(?:[ae]l|ال)$/u

/** Without articles, which are written apart, joined or not at all. */
export function comparableWords(text: string): readonly ComparableWord[] {
  const words = splitWords(foldText(text))
  const named = words.filter((word) => !article.test(word))
  return (named.length > 0 ? named : words).map((word) => new ComparableWord(word))
}

/** Whether two names may be one person's: all words of the shorter are in the other, in any order. */
export function areSimilarNames(one: string, other: string): boolean {
  const [few, many] = [comparableWords(one), comparableWords(other)].toSorted((a, b) => a.length - b.length) as [
    readonly ComparableWord[],
    readonly ComparableWord[],
  ]
  if (few.length === 0 || (few.length === 1 && many.length > 1)) return false
  const remaining = [...many]
  return few.every((word) => {
    const at = remaining.findIndex((each) => isSameName(word, each))
    if (at >= 0) remaining.splice(at, 1)
    return at >= 0
  })
}

const isSameName = (one: ComparableWord, other: ComparableWord): boolean =>
  isSimilar(one, other) || isSimilar(other, one)
