import { dark } from './dark.ts'
import { emerald } from './emerald.ts'
import { executive } from './executive.ts'
import { gold } from './gold.ts'
import { light } from './light.ts'
import type { Theme } from './theme.ts'

export const themes = [light, dark, executive, emerald, gold] as const
export type ThemeId = (typeof themes)[number]['id']
export const themeKey = 'theme'

export const isThemeId = (text: string | null): text is ThemeId => themes.some((theme) => theme.id === text)
export const themeNamed = (id: ThemeId): Theme => themes.find((theme) => theme.id === id)!
