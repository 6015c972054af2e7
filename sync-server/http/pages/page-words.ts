// Language and theme as chosen on this device, else the browser's first available language.
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { parseAccept } from 'hono/utils/accept'
import { languageKey, preferredLanguage } from '#schema/app/languages.ts'
import { isThemeId, type ThemeId, themeKey } from '#schema/themes/themes.ts'
import { type Words, wordsByLanguage } from '#server/texts/words.ts'

export type PageWords = Words<'pages'> & {
  /** Null: as the system has it. */
  readonly theme: ThemeId | null
}

const words = wordsByLanguage('pages')

export function pageWords(context: Context): PageWords {
  const accepted = parseAccept(context.req.header('accept-language') ?? '').map(({ type }) => type)
  const { code } = preferredLanguage(getCookie(context, languageKey) ?? null, accepted)
  const theme = getCookie(context, themeKey) ?? null
  return { ...words.get(code)!, theme: isThemeId(theme) ? theme : null }
}
