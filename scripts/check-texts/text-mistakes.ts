import { formsOf, type Texts } from './texts.ts'
import type { Used } from './used-keys.ts'

export function keyMistakes(texts: Texts, { must, may, mistakes }: Used): string[] {
  const keys = formsOf(texts)
  return [
    ...mistakes,
    ...[...must].filter((key) => !keys.has(key)).map((key) => `There is no text ${key}`),
    ...[...keys.keys()].filter((key) => !must.has(key) && !may.has(key)).map((key) => `Unused text ${key}`),
  ]
}

export const folderMistakes = (languages: readonly string[], folders: readonly string[]): string[] => [
  ...languages.filter((code) => !folders.includes(code)).map((code) => `${code}: there is no folder of texts`),
  ...folders.filter((code) => !languages.includes(code)).map((code) => `${code}: it is not in schema/app/languages.ts`),
]

export function languageMistakes(code: string, texts: Texts, english: Texts): string[] {
  const [forms, expectedForms] = [formsOf(texts), formsOf(english)]
  const { pluralCategories } = new Intl.PluralRules(code).resolvedOptions()
  const mistakes: string[] = []
  for (const key of forms.keys()) if (!expectedForms.has(key)) mistakes.push(`${key} does not exist in English`)
  for (const [key, before] of expectedForms) {
    const translated = forms.get(key)
    const categories = before.has('') ? [''] : pluralCategories
    const missing = categories.filter((form) => !translated?.has(form))
    const needless = [...(translated?.keys() ?? [])].filter((form) => !(categories as string[]).includes(form))
    if (missing.length > 0) mistakes.push(`${key} is missing ${missing.join(' ')}`.trimEnd())
    if (needless.length > 0)
      mistakes.push(`${key} has a plural form that its language does not use: ${needless.join(' ')}`)
    const placeholders = placeholdersIn([...before.values()])
    const ownPlaceholders = placeholdersIn([...(translated?.values() ?? [])])
    if (translated && placeholders !== ownPlaceholders)
      mistakes.push(`${key} has the placeholders ${ownPlaceholders}; expected are ${placeholders}`)
  }
  return mistakes.map((mistake) => `${code}: ${mistake}`)
}

/** The placeholders of all forms together, because a singular may omit the number. */
const placeholdersIn = (texts: readonly string[]): string =>
  [...new Set(texts.flatMap((text) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([place]) => place)))]
    .sort()
    .join(' ') || 'none'
