import { readFileSync } from 'node:fs'
import type { WordsForValue } from '#schema/import/cell-words.ts'
import type common from '#schema/locales/en/common.json'

type Choices = Readonly<Record<string, Readonly<Record<string, string>>>>

const textsIn = (language: string, file: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../schema/locales/${language}/${file}.json`, import.meta.url), 'utf8'))

export function wordsIn(language: string, entity: string): WordsForValue {
  const { choices = {} } = textsIn(language, entity) as { readonly choices?: Choices }
  const { yes, no } = textsIn(language, 'common') as typeof common
  const flagWords: Readonly<Record<string, string>> = { true: yes, false: no }
  return (field, value) => [choices[field]?.[value], flagWords[value]].filter((word) => word !== undefined)
}
