/** A separate file, so that the first script of every visit does not load the font data. */
export function swapFontsOnArrival(): void {
  for (const face of document.fonts) face.display = 'swap'
}
