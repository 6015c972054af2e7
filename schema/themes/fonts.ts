// Only data, because the first paint, the build and the server's pages use it.

export const textFamily = 'Holdfast Text'
export const displayFamily = 'Holdfast Display'

export interface FontFile {
  readonly family: typeof textFamily | typeof displayFamily
  readonly script: keyof typeof scripts
  /** In node_modules. */
  readonly source: string
  /** A URL always gives the same content. */
  readonly hash: string
}

/** The build drops other glyphs. */
export const scripts = {
  latin:
    'U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2190-2193,U+2212,U+2248',
  /** Turkish and other European languages. */
  latinMore: 'U+0100-0130,U+0132-0151,U+0154-017F,U+0218-021B,U+1E80-1E85,U+1E9E,U+20A0-20AB,U+20AD-20C0,U+2116',
  arabic: 'U+0600-06FF,U+FDFC',
  devanagari: 'U+0900-097F,U+25CC',
} as const

export const weights = { least: 400, most: 700 } as const

const inter = '@fontsource-variable/inter/files/inter'
const serif = '@fontsource-variable/source-serif-4/files/source-serif-4'
const arabic = '@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic'
const devanagari = '@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari'

const fonts = {
  latin: { family: textFamily, script: 'latin', source: `${inter}-latin-wght-normal.woff2`, hash: '8935041d' },
  latinMore: {
    family: textFamily,
    script: 'latinMore',
    source: `${inter}-latin-ext-wght-normal.woff2`,
    hash: '9e21c97d',
  },
  display: { family: displayFamily, script: 'latin', source: `${serif}-latin-wght-normal.woff2`, hash: '9921b9ce' },
  displayMore: {
    family: displayFamily,
    script: 'latinMore',
    source: `${serif}-latin-ext-wght-normal.woff2`,
    hash: '8d978177',
  },
  arabic: { family: textFamily, script: 'arabic', source: `${arabic}-arabic-wght-normal.woff2`, hash: 'fb66d712' },
  devanagari: {
    family: textFamily,
    script: 'devanagari',
    source: `${devanagari}-devanagari-wght-normal.woff2`,
    hash: '3f63ab58',
  },
} as const satisfies Readonly<Record<string, FontFile>>

export const fontFiles: readonly FontFile[] = Object.values(fonts)

/** The hash in the name lets it be cached forever. */
export function fontUrl({ source, hash }: FontFile): string {
  const name = source.slice(source.lastIndexOf('/') + 1).replace('-wght-normal.woff2', '')
  return `/assets/${name}-${hash}.woff2`
}

const { latin, display } = fonts
const firstFonts: Readonly<Record<string, readonly FontFile[]>> = {
  ar: [latin, fonts.arabic],
  hi: [latin, fonts.devanagari],
  tr: [latin, display, fonts.latinMore, fonts.displayMore],
}

/** Figures are always Latin. */
export const firstFontsOf = (language: string): readonly FontFile[] => firstFonts[language] ?? [latin, display]

/** Metric-adjusted, so that line breaks do not change. */
export interface FallbackFont {
  readonly name: string
  readonly for: typeof textFamily | typeof displayFamily
  readonly script?: FontFile['script']
  readonly regular: { readonly names: readonly string[]; readonly width: number }
  readonly bold: { readonly names: readonly string[]; readonly width: number }
}

/** Relative to the Latin font size. */
export const heights = {
  [textFamily]: { ascent: 0.9688, descent: 0.2412 },
  [displayFamily]: { ascent: 1.036, descent: 0.335 },
} as const

/** `width`: our typeface's width relative to the fallback, regular and weight 600, measured in Chromium. */
export const fallbackFonts: readonly FallbackFont[] = [
  {
    name: 'Holdfast Text Fallback',
    for: textFamily,
    regular: { names: ['Arial', 'Liberation Sans', 'Arimo', 'Roboto'], width: 1.0642 },
    bold: { names: ['Arial Bold', 'Liberation Sans Bold', 'Arimo Bold', 'Roboto Bold'], width: 1.0153 },
  },
  {
    name: 'Holdfast Arabic Fallback',
    for: textFamily,
    script: 'arabic',
    regular: { names: ['DejaVu Sans'], width: 0.9412 },
    bold: { names: ['DejaVu Sans Bold'], width: 0.8432 },
  },
  {
    name: 'Holdfast Display Fallback',
    for: displayFamily,
    regular: { names: ['Times New Roman', 'Liberation Serif', 'Tinos'], width: 1.1626 },
    bold: { names: ['Times New Roman Bold', 'Liberation Serif Bold', 'Tinos Bold'], width: 1.121 },
  },
]
