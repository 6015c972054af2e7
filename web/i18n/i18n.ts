import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type Language, languageKey, languages, preferredLanguage } from '#schema/languages.ts'

/** Each language is one chunk, loaded when chosen. */
const folders = import.meta.glob<{ readonly texts: Readonly<Record<string, object>> }>(
  '../../schema/locales/*/language.ts',
)

/** The texts by namespace. A language that lists its files by a glob has them by `./investors.json`. */
async function textsOf({ code }: Language): Promise<Record<string, object>> {
  const { texts } = await folders[`../../schema/locales/${code}/language.ts`]!()
  return Object.fromEntries(Object.entries(texts).map(([file, words]) => [file.replace(/^\.\/|\.json$/g, ''), words]))
}

function describePage({ code, dir }: Language): void {
  document.documentElement.lang = code
  document.documentElement.dir = dir
}

/** Loads the texts of the preferred language; resolves when screens can be drawn. */
export async function startI18n(): Promise<void> {
  const language = preferredLanguage(localStorage.getItem(languageKey), navigator.languages)
  await i18next.use(initReactI18next).init({
    lng: language.code,
    fallbackLng: 'en',
    defaultNS: 'common',
    resources: { [language.code]: await textsOf(language) },
    // React escapes; our own texts are not HTML.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  describePage(language)
}

export async function chooseLanguage(code: string): Promise<void> {
  const language = languages.find((each) => each.code === code)
  if (!language) return
  for (const [name, texts] of Object.entries(await textsOf(language))) i18next.addResourceBundle(code, name, texts)
  localStorage.setItem(languageKey, code)
  // For the server's own pages.
  document.cookie = `${languageKey}=${code}; path=/; max-age=34560000; samesite=lax`
  await i18next.changeLanguage(code)
  describePage(language)
}
