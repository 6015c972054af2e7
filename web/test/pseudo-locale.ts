// English with accents and words that are 40 % longer; brackets show where a text starts and ends.
import i18next from 'i18next'
import { startI18n } from '#web/i18n/i18n.ts'

const marked: Readonly<Record<string, string>> = {
  a: 'à',
  c: 'ç',
  e: 'é',
  i: 'ï',
  n: 'ñ',
  o: 'ö',
  u: 'û',
  y: 'ý',
  A: 'Å',
  E: 'É',
  O: 'Ø',
}

const longer = (word: string): string => {
  const extra = Math.ceil(word.length * 0.4)
  return Array.from(word, (letter, at) => (marked[letter] ?? letter).repeat(at < extra ? 2 : 1)).join('')
}

export const toPseudo = (text: string): string =>
  `[${text
    .split(/(\{\{.*?\}\}|<[^>]*>|\$t\(.*?\))/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/\p{L}+/gu, longer)))
    .join('')}]`

const pseudoOf = (texts: object): object =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]: [string, unknown]) => [
      key,
      typeof text === 'string' ? toPseudo(text) : pseudoOf(text as object),
    ]),
  )

export async function speakPseudo(): Promise<void> {
  await startI18n()
  for (const [name, texts] of Object.entries(i18next.getDataByLanguage('en')!))
    i18next.addResourceBundle('en', name, pseudoOf(texts as object), true, true)
}
