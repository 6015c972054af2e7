// Fonts as objects: rules in a style sheet would reload them with every style a screen adds.
import { fontFiles, firstFontsOf, fontUrl, scripts, weights } from '#schema/themes/fonts.ts'

/** The landing page keeps its first font (`optional`); the app later meets names in other scripts (`swap`). */
export function addFonts(display: 'optional' | 'swap'): void {
  for (const font of fontFiles) {
    const { family, script } = font
    const descriptors = { display, unicodeRange: scripts[script], weight: `${weights.least} ${weights.most}` }
    document.fonts.add(new FontFace(family, `url(${fontUrl(font)}) format('woff2')`, descriptors))
  }
}

export function preloadFonts(language: string): void {
  for (const font of firstFontsOf(language)) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
    link.href = fontUrl(font)
    document.head.append(link)
  }
}
