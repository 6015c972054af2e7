export interface Theme {
  readonly id: string
  readonly scheme: 'light' | 'dark'
  readonly colors: ThemeColors
  readonly shape: ThemeShape
  /** From the lightest to the darkest ink. */
  readonly ramp: Ramp
}

export type Ramp = readonly [string, string, string, string, string, string, string, string, string, string]

export interface ThemeColors {
  readonly canvas: string
  readonly surface: string
  readonly sunken: string
  readonly head: string
  readonly hover: string
  readonly border: string
  readonly cardBorder: string
  readonly rowLine: string
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
  /** Chart series in order: 3:1 against the surface. */
  readonly series1: string
  readonly series2: string
  readonly series3: string
  readonly series4: string
  readonly series5: string
  readonly series6: string
  readonly series7: string
  readonly series8: string
  readonly sideCanvas: string
  readonly sideText: string
  readonly sideDimmed: string
  readonly sideHover: string
  readonly sideBorder: string
  readonly sideBrand: string
  readonly sideBrandSoft: string
  readonly sideBrandText: string
  /** From light to edge, and the sign on it. */
  readonly poster: string
  readonly onPoster: string
  readonly shadow: string
}

export interface ThemeShape {
  readonly radiusTag: string
  readonly radiusButton: string
  readonly radiusControl: string
  readonly radiusCard: string
  readonly radiusOverlay: string
  /** For titles and large figures in Latin script. */
  readonly displayFace: 'var(--hf-font-serif)' | 'var(--hf-font-text)'
  readonly displayWeight: string
  readonly headRule: string
  readonly lift: string
}
