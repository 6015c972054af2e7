// Blocks the first paint, so it does only what must be done before.
import { languageStorageKey, manifestUrl, preferredLanguage } from '#schema/app/languages.ts'
import { isThemeId, themeKey, themeNamed } from '#schema/themes/themes.ts'
import { personCookie } from '#schema/app/person-cookie.ts'
import { addFonts, preloadFonts } from './shipped-fonts.ts'

/** Some browsers deny storage access when the person has blocked site data. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

const page = document.documentElement

const chosen = read(themeKey)
const preferred = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
const theme = themeNamed(isThemeId(chosen) ? chosen : preferred)
page.dataset['theme'] = theme.id
page.dataset['mantineColorScheme'] = theme.scheme

const { code, dir } = preferredLanguage(read(languageStorageKey), navigator.languages)
page.lang = code
page.dir = dir
const manifest = document.createElement('link')
manifest.rel = 'manifest'
manifest.href = manifestUrl(code)
document.head.append(manifest)

const isKnown =
  document.cookie.split('; ').some((each) => each.startsWith(`${personCookie}=`)) || location.pathname !== '/'
if (isKnown) page.dataset['visit'] = 'known'

preloadFonts(code)
addFonts(isKnown ? 'swap' : 'optional')
