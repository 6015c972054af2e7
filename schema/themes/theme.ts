// A theme is data. Every colour on a screen is one of its colours; the CSS variables of the whole app derive from them.

export interface Theme {
  readonly id: string
  readonly scheme: 'light' | 'dark'
  readonly colors: ThemeColors
  /** Ten steps from the theme's lightest ink to its darkest, for parts that the component library draws by itself. */
  readonly ramp: Ramp
}

export type Ramp = readonly [string, string, string, string, string, string, string, string, string, string]

export interface ThemeColors {
  /** The background of the page. */
  readonly canvas: string
  /** Cards, tables, dialogs. */
  readonly surface: string
  /** Table heads, read-only blocks. */
  readonly sunken: string
  readonly hover: string
  readonly border: string
  /** Borders of controls: 3:1 against the surface. */
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
  /** The series of charts, in their order: 3:1 against the surface. */
  readonly series1: string
  readonly series2: string
  readonly series3: string
  readonly series4: string
  readonly series5: string
  readonly series6: string
  readonly series7: string
  readonly series8: string
  readonly shadow: string
}
