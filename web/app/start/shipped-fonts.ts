// The typefaces of the app, as objects: rules of a style sheet would be read anew, and the typefaces loaded anew, with
// every style that a screen adds.
import { fontFiles, firstFontsOf, fontUrl, scripts, weights } from '#schema/themes/fonts.ts'

/**
 * A newcomer's page keeps the typeface with which it was first painted (`optional`): it never changes its looks while
 * somebody reads. The application stays open for hours and meets names in other scripts, so there a typeface is used
 * whenever it arrives (`swap`).
 */
export function addFonts(display: 'optional' | 'swap'): void {
  for (const font of fontFiles) {
    const { family, script } = font
    const descriptors = { display, unicodeRange: scripts[script], weight: `${weights.least} ${weights.most}` }
    document.fonts.add(new FontFace(family, `url(${fontUrl(font)}) format('woff2')`, descriptors))
  }
}

/** Asks for what the words of a language need, before a word is painted. */
export function preloadFonts(language: string): void {
  for (const font of firstFontsOf(language)) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
    link.href = fontUrl(font)
    document.head.append(link)
  }
}
