import { afterEach, expect, test } from 'vitest'
import { fontTokens } from '#schema/themes/font-sheet.ts'
import { letFontsArriveLate } from './late-fonts.ts'
import { addFonts, preloadFonts } from './shipped-fonts.ts'

const shipped = () => [...document.fonts].filter(({ family }) => /Holdfast (Text|Display)"?$/.test(family))
const preloads = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=preload]')]

afterEach(() => {
  for (const face of shipped()) document.fonts.delete(face)
  for (const link of preloads()) link.remove()
})

test('the landing page keeps the font of its first paint; the app uses fonts when they arrive', () => {
  addFonts('optional')
  expect(shipped().map(({ display }) => display)).toEqual(Array(6).fill('optional'))
  letFontsArriveLate()
  expect(shipped().map(({ display }) => display)).toEqual(Array(6).fill('swap'))
})

test.each([
  ['en', ['inter-latin', 'source-serif-4-latin']],
  ['tr', ['inter-latin', 'source-serif-4-latin', 'inter-latin-ext', 'source-serif-4-latin-ext']],
  ['ar', ['inter-latin', 'noto-sans-arabic-arabic']],
  ['hi', ['inter-latin', 'noto-sans-devanagari-devanagari']],
])('before the first paint the page asks for the typefaces of %s and for no others', (language, names) => {
  preloadFonts(language)
  const asked = preloads().map(({ href, as, crossOrigin }) => [
    href.replace(/.*\/|-\w{8}\.woff2$/g, ''),
    as,
    crossOrigin,
  ])
  expect(asked).toEqual(names.map((name) => [name, 'font', 'anonymous']))
})

test('titles are in the typeface of texts where a script has no other, and lines are as high as its signs', () => {
  const sheet = document.createElement('style')
  sheet.textContent = fontTokens()
  document.head.append(sheet)
  const page = document.documentElement
  const tokens = (language: string) => {
    page.lang = language
    const style = getComputedStyle(page)
    return [style.getPropertyValue('--hf-font-display').slice(0, 15), style.getPropertyValue('--hf-leading')]
  }
  expect(tokens('en')).toEqual(["'Holdfast Displ", '1'])
  expect(tokens('ar')).toEqual(["'Holdfast Text'", '1.15'])
  expect(tokens('hi')).toEqual(["'Holdfast Text'", '1.12'])
  page.lang = 'en'
  sheet.remove()
})
