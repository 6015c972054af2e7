import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { textFamily } from '#schema/themes/fonts.ts'
import { type Language, languageStorageKey, languages, manifestUrl, preferredLanguage } from '#schema/app/languages.ts'

/** One chunk per language. */
const folders = import.meta.glob<{ readonly texts: Readonly<Record<string, object>> }>(
  '../../schema/locales/*/language.ts',
)

async function textsOf({ code }: Language): Promise<Record<string, object>> {
  const { texts } = await folders[`../../schema/locales/${code}/language.ts`]!()
  return Object.fromEntries(
    Object.entries(texts).map(([file, namespaceTexts]) => [file.replace(/^\.\/|\.json$/g, ''), namespaceTexts]),
  )
}

function describePage({ code, dir }: Language): void {
  document.documentElement.lang = code
  document.documentElement.dir = dir
  document.querySelector('link[rel=manifest]')?.setAttribute('href', manifestUrl(code))
}

/** The device's choice, else the first available of `theirs`, else the browser's. */
export const wantedLanguage = (...theirs: readonly (string | null | undefined)[]): Language =>
  preferredLanguage(localStorage.getItem(languageStorageKey), [
    ...theirs.filter((code) => typeof code === 'string'),
    ...navigator.languages,
  ])

export async function startI18n(): Promise<void> {
  const language = wantedLanguage()
  await i18next.use(initReactI18next).init({
    lng: language.code,
    fallbackLng: 'en',
    defaultNS: 'common',
    resources: { [language.code]: await textsOf(language) },
    // React escapes, and our texts contain no HTML.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  describePage(language)
}

/** How long to wait for a language's font. */
const timeoutMs = 1_000

/** If loading fails, a fallback font is used. */
const fontReady = ({ name }: Language): Promise<unknown> =>
  Promise.race([
    document.fonts.load(`1rem '${textFamily}'`, name).catch(() => {}),
    new Promise((resolve) => setTimeout(resolve, timeoutMs)),
  ])

let latest: Language | undefined

/** Does not store the language as the device's choice. */
export async function speakLanguage(language: Language): Promise<void> {
  latest = language
  const { code } = language
  const [translations] = await Promise.all([textsOf(language), fontReady(language)])
  for (const [name, texts] of Object.entries(translations)) i18next.addResourceBundle(code, name, texts)
  // Another language was requested in the meantime.
  if (latest !== language) return
  await i18next.changeLanguage(code)
  describePage(language)
}

export async function chooseLanguage(code: string): Promise<void> {
  const language = languages.find((each) => each.code === code)
  if (!language) return
  localStorage.setItem(languageStorageKey, code)
  // For pages rendered by the server.
  document.cookie = `${languageStorageKey}=${code}; path=/; max-age=34560000; samesite=lax`
  await speakLanguage(language)
}
