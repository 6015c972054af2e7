import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type Language, languageKey, languages, preferredLanguage } from './languages.ts'
import type { Texts } from './locales/en/language.ts'

/** Each language is one chunk, loaded when chosen. */
const folders = import.meta.glob<{ readonly texts: Texts }>('./locales/*/language.ts')

async function loadTexts({ code }: Language): Promise<void> {
  const { texts } = await folders[`./locales/${code}/language.ts`]!()
  for (const [namespace, words] of Object.entries(texts)) i18next.addResourceBundle(code, namespace, words)
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
    resources: {},
    // React escapes; our own texts are not HTML.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  await loadTexts(language)
  describePage(language)
}

export async function chooseLanguage(code: string): Promise<void> {
  const language = languages.find((each) => each.code === code)
  if (!language) return
  await loadTexts(language)
  localStorage.setItem(languageKey, code)
  await i18next.changeLanguage(code)
  describePage(language)
}
