// Words must stay whole in longer languages, on a tablet, on a phone, at twice the text size (WCAG 1.4.4, 1.4.10) and
// with wide spacing (1.4.12).
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { drawApp } from '#web/test/draw-app.tsx'
import { fill } from '#web/test/many-rows.ts'
import { speakPseudo, toPseudo } from '#web/test/pseudo-locale.ts'
import { openTestStore, type TestStore } from '#web/test/test-store.ts'
import { appRoutes, pathOfRoute } from './routes/route-table.ts'

beforeAll(speakPseudo)

test('the long language keeps places and tags, and is four tenths longer', () => {
  expect(toPseudo('Save {{n}} <b>changes</b>')).toBe('[SSààvé {{n}} <b>ççhhààñgés</b>]')
})

const isOurs = (text: string): boolean => /[[\]]/.test(text)

/**
 * Table rows have a fixed height: a line that names a record may be truncated there, because the details show it whole.
 * Badges and buttons may not.
 */
const maySayLess = (text: Text): boolean =>
  text.parentElement!.closest('tbody') !== null && text.parentElement!.closest('button, a, [class*=badge]') === null
const hides = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip'
const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll'

function cutterOf(text: Text): Element | 'nobody sees it' | undefined {
  const range = document.createRange()
  range.selectNodeContents(text)
  const drawn = range.getBoundingClientRect()
  let [isWide, isHigh] = [true, true]
  for (let at = text.parentElement; at && at !== document.body; at = at.parentElement) {
    const { overflowX, overflowY, clipPath, clip } = getComputedStyle(at)
    if (clipPath !== 'none' || clip !== 'auto') return 'nobody sees it'
    const box = at.getBoundingClientRect()
    if (isWide && hides(overflowX) && (drawn.left < box.left - 1 || drawn.right > box.right + 1)) return at
    if (isHigh && hides(overflowY) && (drawn.top < box.top - 1 || drawn.bottom > box.bottom + 1)) return at
    isWide &&= !scrolls(overflowX)
    isHigh &&= !scrolls(overflowY)
  }
  return isWide && (drawn.left < -1 || drawn.right > innerWidth + 1) ? document.body : undefined
}

function faults(): string[] {
  const found: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    if (!isOurs(text.data) || maySayLess(text) || !text.parentElement!.checkVisibility({ visibilityProperty: true }))
      continue
    const cutter = cutterOf(text)
    if (cutter instanceof Element) found.push(`“${text.data}” is cut by ${cutter.tagName}.${cutter.className}`)
  }
  const heights = new Set(
    [...document.querySelectorAll<HTMLElement>('tr[aria-rowindex]:has(td)')].map((row) => row.offsetHeight),
  )
  if (heights.size > 1) found.push(`rows are ${[...heights].join(' and ')} pixels high`)
  for (const place of [document.scrollingElement!, ...document.querySelectorAll('main')])
    if (place.scrollWidth > place.clientWidth + 1) found.push(`${place.tagName} is wider than its place`)
  return found
}

const spoken = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt', 'data-hint']
const wordsIn = (text: string): readonly string[] =>
  (text.match(/[\p{L}\d]+/gu) ?? []).filter((word) => !/\d/.test(word))

const day = 86_400_000
const inFull = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' })
const wordsOfDays = Array.from({ length: 366 }, (_, at) => wordsIn(inFull.format(at * day)))
  .flat()
  .flatMap((word) => [word, word.slice(0, 3)])

const typedWords = (store: TestStore): ReadonlySet<string> =>
  new Set(
    [store.identity, ...(['projects', 'investors'] as const).flatMap((name) => [...store.table(name).all()])]
      .flatMap((row) => Object.values(row))
      .flatMap((value) => (typeof value === 'string' ? wordsIn(value) : []))
      .concat(wordsIn(navigator.userAgent), wordsOfDays),
  )

function foreign(store: TestStore): string[] {
  const typed = typedWords(store)
  const isForeign = (word: string): boolean => /[aceinouy]/.test(word) && !typed.has(word)
  const shown = [...document.body.querySelectorAll('*')].filter((each) =>
    each.checkVisibility({ visibilityProperty: true }),
  )
  const texts = shown.flatMap((each) => [
    ...spoken.map((name) => each.getAttribute(name) ?? ''),
    ...[...each.childNodes].map((node) => (node instanceof Text ? node.data : '')),
  ])
  return [document.title, ...texts].filter((text) => wordsIn(text).some(isForeign))
}

const wideSpacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }'

/** 1280 x 800 at twice the text size, and a phone. */
const sizes = [
  ['a tablet', 1024, 768, ''],
  ['a phone', 320, 740, ''],
  ['a desk at twice the size, with wide spacing', 640, 400, wideSpacing],
] as const

test.each(appRoutes.map((route) => [pathOfRoute(route), route] as const))(
  '%s keeps the longest words whole, on a tablet, on a phone and at twice the size, and has no others',
  async (path, route) => {
    const store = await openTestStore()
    fill(store, 12, 12, 24)
    const { container, goTo } = await drawApp(store, path)
    container.querySelector<HTMLElement>('[style*="inline-size"]')!.style.inlineSize = 'auto'
    const title = page.getByRole('main').getByRole('heading', { level: 1 })
    const found: string[] = []
    const spacing = document.head.appendChild(document.createElement('style'))
    onTestFinished(() => spacing.remove())
    for (const [device, width, height, style] of sizes) {
      spacing.textContent = style
      await page.viewport(width, height)
      await expect.poll(() => title.element().textContent).toMatch(/^\[.*\]/)
      await document.fonts.ready
      found.push(...faults().map((each) => `on ${device}: ${each}`))
    }
    const [record] = 'entity' in route ? store.table(route.entity).all() : []
    const dialogs = record ? ['create', `details&record=${record.id}`] : []
    const shown = page.getByRole('dialog').getByRole('heading').first()
    for (const dialog of dialogs) {
      await goTo(`${path}?dialog=${dialog}`)
      await expect.element(shown).toBeVisible()
      found.push(...foreign(store).map((each) => `${dialog}: “${each}” is not in the words of the language`))
    }
    found.push(...foreign(store).map((each) => `“${each}” is not in the words of the language`))
    expect(found).toEqual([])
  },
)
