// Language and theme as chosen on this device, else the browser's first available language.
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { parseAccept } from 'hono/utils/accept'
import { languageStorageKey, preferredLanguage } from '#schema/app/languages.ts'
import { isThemeId, type ThemeId, themeKey } from '#schema/themes/themes.ts'
import { type LanguageTexts, textsByLanguage } from '#server/texts/language-texts.ts'

export type PageTexts = LanguageTexts<'pages'> & {
  /** Null: follows the system. */
  readonly theme: ThemeId | null
}

const texts = textsByLanguage('pages')

export function pageTexts(context: Context): PageTexts {
  const accepted = parseAccept(context.req.header('accept-language') ?? '').map(({ type }) => type)
  const { code } = preferredLanguage(getCookie(context, languageStorageKey) ?? null, accepted)
  const theme = getCookie(context, themeKey) ?? null
  return { ...texts.get(code)!, theme: isThemeId(theme) ? theme : null }
}
