// A theme is data. Every colour on a screen is one of these; the CSS variables of the whole app follow from them.

export interface Theme {
  readonly id: ThemeId
  readonly scheme: 'light' | 'dark'
  readonly colors: ThemeColors
  /** Ten steps from lightest to darkest ink of the theme, for what the component library draws by itself. */
  readonly ramp: Ramp
}

export type ThemeId = 'light' | 'dark'
export type Ramp = readonly [string, string, string, string, string, string, string, string, string, string]

export interface ThemeColors {
  /** Behind everything. */
  readonly canvas: string
  /** Cards, tables, dialogs. */
  readonly surface: string
  /** Table heads, read-only blocks. */
  readonly sunken: string
  readonly hover: string
  readonly border: string
  /** Around controls: 3:1 against the surface. */
  readonly borderControl: string
  readonly text: string
  readonly dimmed: string
  readonly placeholder: string
  readonly brand: string
  readonly brandHover: string
  readonly onBrand: string
  readonly brandSoft: string
  readonly brandText: string
  readonly danger: string
  readonly dangerHover: string
  readonly onDanger: string
  readonly dangerSoft: string
  readonly dangerText: string
  readonly warnSoft: string
  readonly warnText: string
  readonly goodSoft: string
  readonly goodText: string
  readonly infoSoft: string
  readonly infoText: string
  readonly shadow: string
}
