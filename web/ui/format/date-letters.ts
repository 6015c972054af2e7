import i18next from 'i18next'
import type { DateFormat } from '#schema/enumerations.ts'

/** A date format with the letters that people know for day, month and year: "DD/MM/YYYY" is "JJ/MM/AAAA" in French. */
export function dateLetters(format: DateFormat): string {
  const letters: Readonly<Record<string, string>> = {
    D: i18next.t('common:dateLetters.day'),
    M: i18next.t('common:dateLetters.month'),
    Y: i18next.t('common:dateLetters.year'),
  }
  return format.replaceAll(/[DMY]/g, (letter) => letters[letter]!)
}
