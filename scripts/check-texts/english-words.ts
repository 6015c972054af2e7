import { languages } from '#schema/app/languages.ts'
import type { Texts } from './texts.ts'

/** Products, formats, keys and abbreviations that are the same in every language. */
const names = new Set(
  (
    'Holdfast Plaid TD Ameritrade Interactive Brokers Charles Schwab Fidelity Alpaca JavaScript CSV XLSX PDF DOC DOCX JPEG PNG ' +
    'UTF UTC IP API kB MB KYC AUM IRR NAV DPI RVPI TVPI ROI QR USD Ctrl Cmd Esc https holdfast firm example quay com terms pdf'
  ).split(' '),
)
/** Terms that a reader knows in English too, after their translation. */
const originals = /\((?:Carried interest|Catch-up|Client ID|Client secret|Issuer)\)/g
const isLatin = (text: string): boolean => /\p{Script=Latin}/u.test(text)

const wordsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/\{\{.*?\}\}|<[^>]*>|\$t\(.*?\)/g, ' ')
    .replaceAll(originals, ' ')
    .match(/\p{Script=Latin}{2,}/gu) ?? []

export function englishWords(code: string, texts: Texts, english: Texts): string[] {
  const languageName = languages.find((language) => language.code === code)?.name ?? code
  const isEnglish = ([key, text]: readonly [string, string]): boolean =>
    isLatin(languageName)
      ? wordsOf(text).length > 2 && english.get(key) === text
      : wordsOf(text).some((word) => !names.has(word))
  return code === 'en'
    ? []
    : [...texts].filter(isEnglish).map(([key, text]) => `${code}: ${key} has English words: “${text}”`)
}
