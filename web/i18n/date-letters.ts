import i18next from 'i18next'
import type { DateFormat } from '#schema/kernel/enumerations.ts'

/** Keeps the parts in left-to-right order in every script. */
const [isolate, leftToRightMark, end] = ['\u2066', '\u200e', '\u2069']

/** "DD/MM/YYYY" becomes "JJ/MM/AAAA" in French; languages without such letters name day, month and year. */
export function dateLetters(format: DateFormat): string {
  const letters: Readonly<Record<string, string>> = {
    D: i18next.t('common:dateLetters.day'),
    M: i18next.t('common:dateLetters.month'),
    Y: i18next.t('common:dateLetters.year'),
  }
  const areWords = letters['Y']!.length > 1
  const parts = format.replaceAll(/D+|M+|Y+/g, (part) => {
    const word = letters[part[0]!]!
    return areWords ? leftToRightMark + word + leftToRightMark : word.repeat(part.length)
  })
  return areWords ? isolate + parts + end : parts
}
