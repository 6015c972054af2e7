// Colors come from the theme's variables.
import {
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'
import { foldedFilter } from './folded-filter.ts'
import inputs from './inputs.module.css'

const brand: MantineColorsTuple = [
  'var(--hf-brand-soft)',
  'var(--hf-brand-soft)',
  'var(--hf-brand-soft)',
  'var(--hf-brand)',
  'var(--hf-brand)',
  'var(--hf-brand)',
  'var(--hf-brand)',
  'var(--hf-brand-hover)',
  'var(--hf-brand-hover)',
  'var(--hf-brand-text)',
]

const onFilled: Readonly<Record<string, string>> = { brand: 'var(--hf-on-brand)', red: 'var(--hf-on-danger)' }

const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  const color = onFilled[input.color ?? 'brand']
  return input.variant === 'filled' && color ? { ...colors, color } : colors
}

/** Scaled for the script of the page's language. */
const leading = (height: number): string => `calc(${height} * var(--hf-leading))`

const ownDirection = { input: inputs['input'] ?? '' }
const choices = { ...ownDirection, option: inputs['option'] ?? '' }

const target = '2.75rem'

export const mantineTheme = createTheme({
  // From here on the sidebar shows labels beside its icons (web/app/shell/sidebar.module.css).
  breakpoints: { lg: '80em' },
  primaryColor: 'brand',
  primaryShade: 6,
  colors: { brand },
  variantColorResolver,
  fontFamily: 'var(--hf-font-text)',
  lineHeights: { xs: leading(1.4), sm: leading(1.45), md: leading(1.55), lg: leading(1.6), xl: leading(1.65) },
  headings: {
    fontFamily: 'var(--hf-font-display)',
    fontWeight: 'var(--hf-display-weight)',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(1.625rem, 1.3rem + 1.2vw, 2.125rem)', lineHeight: leading(1.2) },
      h2: { fontSize: '1.3125rem', lineHeight: leading(1.3) },
      h3: { fontSize: '1.0625rem', lineHeight: leading(1.4) },
    },
  },
  defaultRadius: 'md',
  shadows: { md: 'var(--hf-shadow)', lg: 'var(--hf-shadow)', xl: 'var(--hf-shadow)' },
  // Larger ones come from the theme (web/themes/css-variables.ts).
  radius: { xs: 'min(4px, var(--hf-radius-control))', sm: 'min(6px, var(--hf-radius-control))' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { h: target, radius: 'var(--hf-radius-button)' } },
    ActionIcon: { defaultProps: { size: target, variant: 'subtle', color: 'gray' } },
    CloseButton: { defaultProps: { size: target } },
    Input: { vars: () => ({ wrapper: { '--input-height': target } }) },
    TextInput: { defaultProps: { size: 'md', classNames: ownDirection } },
    PasswordInput: {
      defaultProps: { size: 'md', rightSectionWidth: target },
      vars: () => ({ root: { '--psi-button-size': target } }),
    },
    Textarea: { defaultProps: { size: 'md', classNames: ownDirection } },
    Select: {
      defaultProps: {
        size: 'md',
        classNames: choices,
        checkIconPosition: 'right',
        clearButtonProps: { size: target },
        comboboxProps: { shadow: 'md' },
        filter: foldedFilter,
      },
    },
    Autocomplete: { defaultProps: { size: 'md', classNames: choices, filter: foldedFilter } },
    Radio: { defaultProps: { classNames: { body: inputs['aligned'] ?? '', label: inputs['radio'] ?? '' } } },
    Menu: { defaultProps: { shadow: 'md', radius: 'md' } },
    Modal: { defaultProps: { radius: 'xl', centered: true } },
    Drawer: { defaultProps: { position: 'right' } },
    Tooltip: { defaultProps: { withArrow: true, multiline: true, maw: 280 } },
    ScrollArea: { defaultProps: { scrollHideDelay: 600 } },
    ScrollAreaAutosize: { defaultProps: { scrollHideDelay: 600 } },
  },
})
