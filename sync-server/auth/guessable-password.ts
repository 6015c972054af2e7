import { foldText } from '#schema/kernel/fold-text.ts'
import { commonWords } from './common-words.ts'

const weakWords =
  'password passwort passw0rd passphrase motdepasse parola sifre contrasena senha welcome willkommen bienvenue hosgeldiniz admin administrator adminadmin root user guest login letmein qwerty qwertz azerty iloveyou sunshine princess princesse football baseball basketball dragon monkey shadow superman batman starwars pokemon trustno1 whatever changeme secret default master access computer internet google facebook samsung michael jennifer jessica charlie summer winter spring autumn january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday company finance investor investment portfolio money dollar holdfast demo test testing temp temporary'.split(
    ' ',
  )

const runs = [
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'abcdefghijklmnopqrstuvwxyz',
  '12345678901234567890',
]
const walks = runs.flatMap((run) => [run, Array.from(run).toReversed().join('')])

const minWalkLength = 4
const minContextLength = 4
/** Letters needed besides guessable parts. */
const minLetters = 6
/** Counted for each common word, so two alone are not enough. */
const lettersPerWord = 3
const maxWordLength = Math.max(...[...commonWords].map(({ length }) => length))
/** Different characters required where nothing guessable is found. */
const minDistinctCharacters = 8

const phrases = [
  'correct horse battery',
  'battery staple',
  'the quick brown fox',
  'jumps over the lazy dog',
  'to be or not to be',
  'that is the question',
  'may the force be with you',
  'once upon a time',
  'lorem ipsum',
  'dolor sit amet',
  'let me in',
  'i love you',
  'open sesame',
  'winter is coming',
  'happy birthday',
  'merry christmas',
  'hello world',
  'je t aime',
  'seni seviyorum',
  'in god we trust',
  'god bless america',
  'never say never',
  'live laugh love',
  'change me',
  'trust no one',
].map((phrase) => new RegExp(`^${phrase.replaceAll(' ', String.raw`[^\p{L}\p{N}]*`)}`, 'u'))

/** Digits and signs that replace letters. */
const letters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const withoutSubstitutions = (text: string): string => text.replaceAll(/[0134578@$!]/g, (each) => letters[each] ?? each)

const wordsOf = (context: readonly string[]): readonly string[] =>
  context.flatMap((text) =>
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(({ length }) => length >= minContextLength),
  )

function walkAt(text: string): number {
  let longest = 0
  for (const walk of walks)
    for (let length = Math.max(minWalkLength, longest + 1); length <= text.length; length++) {
      if (!walk.includes(text.slice(0, length))) break
      longest = length
    }
  return longest
}

function commonAt(text: string): number {
  for (let length = Math.min(maxWordLength, text.length); length >= minContextLength; length--)
    if (commonWords.has(text.slice(0, length))) return length
  return 0
}

interface Remainder {
  readonly rest: string
  readonly words: ReadonlySet<string>
}

function remainderOf(text: string, weak: readonly string[]): Remainder {
  const words = new Set<string>()
  let rest = ''
  for (let position = 0; position < text.length;) {
    const remaining = text.slice(position)
    const known = withoutSubstitutions(remaining)
    const word = weak.find((each) => remaining.startsWith(each) || known.startsWith(each))
    const phrase = Math.max(...phrases.map((each) => each.exec(remaining)?.[0].length ?? 0))
    const repeated = /^(.{1,4}?)\1{2,}/u.exec(remaining)?.[0].length ?? 0
    const year = /^(19|20)\d\d/.exec(remaining)?.[0].length ?? 0
    const skipped = Math.max(word?.length ?? 0, phrase, walkAt(remaining), repeated, year)
    const common = Math.max(commonAt(remaining), commonAt(known))
    if (common > skipped) words.add(known.slice(0, common))
    else if (skipped === 0) rest += text[position]
    position += Math.max(skipped, common, 1)
  }
  return { rest, words }
}

/** Whether little remains without known words, `context`, keyboard walks, years and repetitions. */
export function isGuessable(password: string, context: readonly string[]): boolean {
  const text = foldText(password).slice(0, 100)
  const weak = [...weakWords, ...wordsOf(context)].toSorted((a, b) => b.length - a.length)
  const half = text.slice(0, text.length / 2)
  const unrepeated = half + half === text ? half : text
  const { rest, words } = remainderOf(unrepeated, weak)
  const letters = rest.replaceAll(/[\s\d\p{P}\p{S}]/gu, '')
  const different = new Set(letters).size
  if (rest === unrepeated && new Set(unrepeated).size >= minDistinctCharacters && different >= 3) return false
  if (different >= minLetters || letters.length >= minLetters + 2) return false
  return different + lettersPerWord * words.size <= (words.size > 0 ? minLetters : minLetters - 1)
}
