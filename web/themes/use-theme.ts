// The chosen theme of this window. Without a choice it follows the system.
import { create } from 'zustand'
import { isThemeId, themeKey, type ThemeId, themeNamed } from '#schema/themes/themes.ts'

const systemDark = matchMedia('(prefers-color-scheme: dark)')

function currentTheme(): ThemeId {
  const chosen = localStorage.getItem(themeKey)
  if (isThemeId(chosen)) return chosen
  return systemDark.matches ? 'dark' : 'light'
}

function paint(id: ThemeId): void {
  document.documentElement.dataset['theme'] = id
  const { scheme, colors } = themeNamed(id)
  document.documentElement.dataset['mantineColorScheme'] = scheme
  // The frame that the device draws around the app.
  for (const frame of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
    frame.content = colors.canvas
}

export const useTheme = create<ThemeId>(() => currentTheme())
useTheme.subscribe(paint)
systemDark.addEventListener('change', () => useTheme.setState(currentTheme(), true))
paint(useTheme.getState())

export function chooseTheme(id: ThemeId): void {
  localStorage.setItem(themeKey, id)
  // For pages rendered by the server.
  document.cookie = `${themeKey}=${id}; path=/; max-age=34560000; samesite=lax`
  useTheme.setState(id, true)
}
