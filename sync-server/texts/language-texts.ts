import { readFileSync } from 'node:fs'
import { html } from 'hono/html'
import type { DeviceKey } from '#schema/kernel/device-text.ts'
import { type Language, languages } from '#schema/app/languages.ts'
import type mail from '#schema/locales/en/mail.json'
import type pages from '#schema/locales/en/pages.json'
import type sessions from '#schema/locales/en/sessions.json'
import { isolated, piecesOf, type Values } from './fill-text.ts'

interface Files {
  readonly pages: typeof pages
  readonly mail: typeof mail
  readonly sessions: Pick<typeof sessions, DeviceKey>
}

export interface LanguageTexts<File extends keyof Files> extends Language {
  readonly t: (key: keyof Files[File], values?: Values) => string
  readonly markup: (key: keyof Files[File], values: Values) => ReturnType<typeof html>
}

function wordsIn<File extends keyof Files>(file: File, language: Language): LanguageTexts<File> {
  const path = new URL(`../../schema/locales/${language.code}/${file}.json`, import.meta.url)
  const texts = JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<keyof Files[File], string>>
  return {
    ...language,
    t: (key, values = {}) =>
      piecesOf(texts[key], values)
        .map(({ kind, text }) => (kind === 'name' ? isolated(text, language) : text))
        .join(''),
    markup: (key, values) =>
      html`${piecesOf(texts[key], values).map(({ kind, text }) => (kind === 'name' ? html`<bdi>${text}</bdi>` : text))}`,
  }
}

export const textsByLanguage = <File extends keyof Files>(file: File): ReadonlyMap<string, LanguageTexts<File>> =>
  new Map(languages.map((language) => [language.code, wordsIn(file, language)]))
