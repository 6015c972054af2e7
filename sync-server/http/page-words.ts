// The words of the pages that work without the app, in the language of whoever asks: the one chosen on this device, else
// the first of the browser's that is available.
import { readFileSync } from 'node:fs'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { parseAccept } from 'hono/utils/accept'
import { type Language, languageKey, languages, preferredLanguage } from '#schema/languages.ts'
import type english from '#schema/locales/en/pages.json'

type Texts = typeof english

export interface PageWords extends Language {
  readonly say: (key: keyof Texts, places?: Readonly<Record<string, string | number>>) => string
}

const wordsIn = (language: Language): PageWords => {
  const file = new URL(`../../schema/locales/${language.code}/pages.json`, import.meta.url)
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Texts
  return {
    ...language,
    say: (key, places = {}) => texts[key].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(places[name])),
  }
}

const words = new Map(languages.map((language) => [language.code, wordsIn(language)]))

export function pageWords(context: Context): PageWords {
  const accepted = parseAccept(context.req.header('accept-language') ?? '').map(({ type }) => type)
  return words.get(preferredLanguage(getCookie(context, languageKey) ?? null, accepted).code)!
}
