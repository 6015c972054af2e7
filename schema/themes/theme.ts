// A theme is data. Every colour on a screen is one of its colours, and every corner, title and raised card has its shape;
// the CSS variables of the whole app derive from them.

export interface Theme {
  readonly id: string
  readonly scheme: 'light' | 'dark'
  readonly colors: ThemeColors
  readonly shape: ThemeShape
  /** Ten steps from the theme's lightest ink to its darkest, for parts that the component library draws by itself. */
  readonly ramp: Ramp
}

export type Ramp = readonly [string, string, string, string, string, string, string, string, string, string]

export interface ThemeColors {
  /** The background of the page. */
  readonly canvas: string
  /** Cards, tables, dialogs. */
  readonly surface: string
  /** Read-only blocks. */
  readonly sunken: string
  /** Table heads. */
  readonly head: string
  readonly hover: string
  readonly border: string
  /** Around cards and lists. */
  readonly cardBorder: string
  /** Between the rows of tables. */
  readonly rowLine: string
  /** Below the heads of tables. */
  readonly headLine: string
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
  /** The sidebar is a room of its own. */
  readonly sideCanvas: string
  readonly sideText: string
  readonly sideDimmed: string
  readonly sideHover: string
  readonly sideBorder: string
  readonly sideBrand: string
  readonly sideBrandSoft: string
  readonly sideBrandText: string
  /** The picture of the landing page, from its light to its edge, and the mark upon it. */
  readonly poster: string
  readonly onPoster: string
  /** Of what lies over a screen. */
  readonly shadow: string
}

/** Lengths and weights as CSS has them. */
export interface ThemeShape {
  readonly radiusTag: string
  readonly radiusButton: string
  readonly radiusControl: string
  readonly radiusCard: string
  /** Of dialogs. */
  readonly radiusOverlay: string
  /** The typeface of titles and great figures in Latin letters. */
  readonly displayFace: 'var(--hf-font-serif)' | 'var(--hf-font-text)'
  readonly displayWeight: string
  /** How thick the line below the heads of tables is. */
  readonly headRule: string
  /** How cards and lists are raised from the page. */
  readonly lift: string
}
