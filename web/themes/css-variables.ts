import { snakeCase } from '#schema/kernel/entity.ts'
import type { Theme } from '#schema/themes/theme.ts'
import { themes } from '#schema/themes/themes.ts'

const libraryVariables: Readonly<Record<string, string>> = {
  'radius-md': 'radius-control',
  'radius-lg': 'radius-card',
  'radius-xl': 'radius-overlay',
  'color-body': 'surface',
  'color-text': 'text',
  'color-bright': 'text',
  'color-dimmed': 'dimmed',
  'color-placeholder': 'placeholder',
  'color-error': 'danger-text',
  'color-success': 'good-text',
  'color-anchor': 'brand-text',
  'color-default': 'surface',
  'color-default-hover': 'hover',
  'color-default-color': 'text',
  'color-default-border': 'border-control',
  'color-disabled': 'hover',
  'color-disabled-color': 'dimmed',
  'color-disabled-border': 'border',
  'primary-color-contrast': 'on-brand',
  'color-brand-filled': 'brand',
  'color-brand-filled-hover': 'brand-hover',
  'color-brand-light': 'brand-soft',
  'color-brand-light-hover': 'brand-soft',
  'color-brand-light-color': 'brand-text',
  'color-brand-outline': 'brand',
  'color-brand-outline-hover': 'brand-soft',
  'color-brand-text': 'brand-text',
  'color-red-filled': 'danger',
  'color-red-filled-hover': 'danger-hover',
  'color-red-light': 'danger-soft',
  'color-red-light-hover': 'danger-soft',
  'color-red-light-color': 'danger-text',
  'color-red-outline': 'danger-text',
  'color-red-outline-hover': 'danger-soft',
  'color-red-text': 'danger-text',
  // The library uses this step for a menu's red entry.
  'color-red-6': 'danger-text',
  'color-gray-light': 'hover',
  'color-gray-light-hover': 'hover',
  'color-gray-light-color': 'text',
  'color-gray-outline': 'border-control',
  'color-gray-text': 'dimmed',
}

const declare = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([name, value]) => `--${name}:${value};`).join('')

function declarationsOf(theme: Theme): string {
  const own = Object.entries({ ...theme.colors, ...theme.shape }).map(
    ([name, value]) => [`hf-${snakeCase(name).replaceAll('_', '-')}`, value] as const,
  )
  const library = Object.entries(libraryVariables).map(
    ([name, token]) => [`mantine-${name}`, `var(--hf-${token})`] as const,
  )
  const rampName = theme.scheme === 'dark' ? 'dark' : 'gray'
  const ramp = theme.ramp.map((value, step) => [`mantine-color-${rampName}-${step}`, value] as const)
  return `color-scheme:${theme.scheme};${declare([...own, ...library, ...ramp])}`
}

/** The doubled attribute outweighs the component library's color scheme. */
export const themeSheet = (): string =>
  themes.map((theme) => `:root[data-theme='${theme.id}'][data-theme]{${declarationsOf(theme)}}`).join('\n')
