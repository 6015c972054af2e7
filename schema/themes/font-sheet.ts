import { displayFamily, fontFiles, fontUrl, heights, scripts, fallbackFonts, textFamily, weights } from './fonts.ts'

/** Used only if they arrive before the first paint, so nothing changes afterwards. */
const faces = (): string =>
  fontFiles
    .map(
      (font) =>
        `@font-face{font-family:'${font.family}';src:url(${fontUrl(font)}) format('woff2');font-weight:${weights.least} ${weights.most};font-display:optional;unicode-range:${scripts[font.script]}}`,
    )
    .join('\n')

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`

const fallbackFaces = (): string =>
  fallbackFonts
    .flatMap(({ name, for: family, script, regular, bold }) =>
      [
        { ...regular, weight: '400 500' },
        { ...bold, weight: '600 700' },
      ].map(({ names, width, weight }) => {
        const { ascent, descent } = heights[family]
        const source = names.map((each) => `local('${each}')`).join(',')
        const range = script ? `unicode-range:${scripts[script]};` : ''
        return `@font-face{font-family:'${name}';src:${source};font-weight:${weight};${range}size-adjust:${percent(width)};ascent-override:${percent(ascent / width)};descent-override:${percent(descent / width)};line-gap-override:0%}`
      }),
    )
    .join('\n')

const stackOf = (family: string, last: string): string => {
  const fallbacks = fallbackFonts.filter((each) => each.for === family).map(({ name }) => `'${name}'`)
  return [`'${family}'`, ...fallbacks, last].join(',')
}

const text = stackOf(textFamily, 'system-ui,sans-serif')
const display = stackOf(displayFamily, `'${textFamily}',serif`)

const tokens = `:root{--hf-font-text:${text};--hf-font-serif:${display};--hf-font-display:var(--hf-display-face,var(--hf-font-serif));--hf-leading:1}
:root:lang(ar){--hf-font-display:var(--hf-font-text);--hf-leading:1.15}
:root:lang(hi){--hf-font-display:var(--hf-font-text);--hf-leading:1.12}`

/** For pages that do not load the shipped fonts. */
export const fontTokens = (): string => `${fallbackFaces()}\n${tokens}`

export const fontSheet = (): string => `${faces()}\n${fontTokens()}`
