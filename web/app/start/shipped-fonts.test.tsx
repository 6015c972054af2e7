import { afterEach, expect, test } from 'vitest'
import { fontTokens } from '#schema/themes/font-sheet.ts'
import { swapFontsOnArrival } from './swap-fonts-on-arrival.ts'
import { addFonts, preloadFonts } from './shipped-fonts.ts'

const webFonts = () => [...document.fonts].filter(({ family }) => /Holdfast (Text|Display)"?$/.test(family))
const preloads = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=preload]')]

afterEach(() => {
  for (const face of webFonts()) document.fonts.delete(face)
  for (const link of preloads()) link.remove()
})

test('the landing page keeps the font of its first paint; the app swaps fonts when they arrive', () => {
  addFonts('optional')
  expect(webFonts().map(({ display }) => display)).toEqual(Array(6).fill('optional'))
  swapFontsOnArrival()
  expect(webFonts().map(({ display }) => display)).toEqual(Array(6).fill('swap'))
})

test.each([
  ['en', ['inter-latin', 'source-serif-4-latin']],
  ['tr', ['inter-latin', 'source-serif-4-latin', 'inter-latin-ext', 'source-serif-4-latin-ext']],
  ['ar', ['inter-latin', 'noto-sans-arabic-arabic']],
  ['hi', ['inter-latin', 'noto-sans-devanagari-devanagari']],
])('before the first paint the page preloads only the fonts of %s', (language, names) => {
  preloadFonts(language)
  const preloaded = preloads().map(({ href, as, crossOrigin }) => [
    href.replace(/.*\/|-\w{8}\.woff2$/g, ''),
    as,
    crossOrigin,
  ])
  expect(preloaded).toEqual(names.map((name) => [name, 'font', 'anonymous']))
})

test('headings use the text font if a script has no other, and line heights fit the script', () => {
  const sheet = document.createElement('style')
  sheet.textContent = fontTokens()
  document.head.append(sheet)
  const page = document.documentElement
  const tokensOf = (language: string) => {
    page.lang = language
    const style = getComputedStyle(page)
    return [style.getPropertyValue('--hf-font-display').slice(0, 15), style.getPropertyValue('--hf-leading')]
  }
  expect(tokensOf('en')).toEqual(["'Holdfast Displ", '1'])
  expect(tokensOf('ar')).toEqual(["'Holdfast Text'", '1.15'])
  expect(tokensOf('hi')).toEqual(["'Holdfast Text'", '1.12'])
  page.lang = 'en'
  sheet.remove()
})
