export function swapFontsOnArrival(): void {
  for (const face of document.fonts) face.display = 'swap'
}
