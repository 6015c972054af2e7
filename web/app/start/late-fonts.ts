/** Alone in its file: the first script of every visit must not load what the fonts' data stand with. */
export function letFontsArriveLate(): void {
  for (const face of document.fonts) face.display = 'swap'
}
