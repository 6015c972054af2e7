import { readFileSync } from 'node:fs'
import type { NotificationKind } from '#schema/kernel/enumerations.ts'
import { type Language, languages } from '#schema/app/languages.ts'
import type notifications from '#schema/locales/en/notifications.json'

function readKinds({ code }: Language): Readonly<Record<NotificationKind, string>> {
  const path = new URL(`../../../schema/locales/${code}/notifications.json`, import.meta.url)
  return (JSON.parse(readFileSync(path, 'utf8')) as typeof notifications).choices.kind
}

const [first] = languages
const textsByLanguage = new Map(
  languages.map((language) => [language.code, { ...language, kinds: readKinds(language) }]),
)

export const pushTexts = (code: string | null) =>
  textsByLanguage.get(code ?? first.code) ?? textsByLanguage.get(first.code)!
