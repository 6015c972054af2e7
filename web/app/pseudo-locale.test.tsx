// Words must stay whole in longer languages, at twice the text size (WCAG 1.4.4, 1.4.10) and with wide spacing (1.4.12).
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '#web/test/render-app.tsx'
import { fill } from '#web/test/many-rows.ts'
import { speakPseudo, toPseudo } from '#web/test/pseudo-locale.ts'
import { openTestStore, type TestStore } from '#web/test/test-store.ts'
import { pathOfRoute } from './routes/find-route.ts'
import { appRoutes } from './routes/route-table.ts'

beforeAll(speakPseudo)

test('the pseudo language keeps placeholders and tags and is 40 percent longer', () => {
  expect(toPseudo('Save {{n}} <b>changes</b>')).toBe('[SSààvé {{n}} <b>ççhhààñgés</b>]')
})

const isPseudo = (text: string): boolean => /[[\]]/.test(text)

/** Table rows have a fixed height, so record names may be truncated there; badges and buttons may not. */
const mayTruncate = (text: Text): boolean =>
  text.parentElement!.closest('tbody') !== null && text.parentElement!.closest('button, a, [class*=badge]') === null
const isHidden = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip'
const isScrollable = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll'

function clippingAncestor(text: Text): Element | 'nobody sees it' | undefined {
  const range = document.createRange()
  range.selectNodeContents(text)
  const rect = range.getBoundingClientRect()
  let [isWide, isHigh] = [true, true]
  for (let at = text.parentElement; at && at !== document.body; at = at.parentElement) {
    const { overflowX, overflowY, clipPath, clip } = getComputedStyle(at)
    if (clipPath !== 'none' || clip !== 'auto') return 'nobody sees it'
    const box = at.getBoundingClientRect()
    if (isWide && isHidden(overflowX) && (rect.left < box.left - 1 || rect.right > box.right + 1)) return at
    if (isHigh && isHidden(overflowY) && (rect.top < box.top - 1 || rect.bottom > box.bottom + 1)) return at
    isWide &&= !isScrollable(overflowX)
    isHigh &&= !isScrollable(overflowY)
  }
  return isWide && (rect.left < -1 || rect.right > innerWidth + 1) ? document.body : undefined
}

function faults(): string[] {
  const problems: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    if (!isPseudo(text.data) || mayTruncate(text) || !text.parentElement!.checkVisibility({ visibilityProperty: true }))
      continue
    const clipper = clippingAncestor(text)
    if (clipper instanceof Element) problems.push(`“${text.data}” is cut by ${clipper.tagName}.${clipper.className}`)
  }
  const heights = new Set(
    [...document.querySelectorAll<HTMLElement>('tr[aria-rowindex]:has(td)')].map((row) => row.offsetHeight),
  )
  if (heights.size > 1) problems.push(`rows are ${[...heights].join(' and ')} pixels high`)
  for (const region of [document.scrollingElement!, ...document.querySelectorAll('main')])
    if (region.scrollWidth > region.clientWidth + 1) problems.push(`${region.tagName} is wider than its place`)
  return problems
}

const accessibleAttributes = [
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'title',
  'placeholder',
  'alt',
  'data-hint',
]
const wordsIn = (text: string): readonly string[] =>
  (text.match(/[\p{L}\d]+/gu) ?? []).filter((word) => !/\d/.test(word))

const day = 86_400_000
const fullDate = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' })
const dateWords = Array.from({ length: 366 }, (_, at) => wordsIn(fullDate.format(at * day)))
  .flat()
  .flatMap((word) => [word, word.slice(0, 3)])

const wordsInRecords = (store: TestStore): ReadonlySet<string> =>
  new Set(
    [store.identity, ...(['projects', 'investors'] as const).flatMap((name) => [...store.table(name).all()])]
      .flatMap((row) => Object.values(row))
      .flatMap((value) => (typeof value === 'string' ? wordsIn(value) : []))
      .concat(wordsIn(navigator.userAgent), dateWords),
  )

function untranslatedTexts(store: TestStore): string[] {
  const enteredWords = wordsInRecords(store)
  const isUntranslated = (word: string): boolean => /[aceinouy]/.test(word) && !enteredWords.has(word)
  const shown = [...document.body.querySelectorAll('*')].filter((each) =>
    each.checkVisibility({ visibilityProperty: true }),
  )
  const texts = shown.flatMap((each) => [
    ...accessibleAttributes.map((name) => each.getAttribute(name) ?? ''),
    ...[...each.childNodes].map((node) => (node instanceof Text ? node.data : '')),
  ])
  return [document.title, ...texts].filter((text) => wordsIn(text).some(isUntranslated))
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
  '%s shows long words in full on a tablet, on a phone and at twice the text size, and only translated ones',
  async (path, route) => {
    const store = await openTestStore()
    fill(store, 12, 12, 24)
    const { container, goTo } = await renderApp(store, path)
    container.querySelector<HTMLElement>('[style*="inline-size"]')!.style.inlineSize = 'auto'
    const title = page.getByRole('main').getByRole('heading', { level: 1 })
    const problems: string[] = []
    const spacing = document.head.appendChild(document.createElement('style'))
    onTestFinished(() => spacing.remove())
    for (const [device, width, height, style] of sizes) {
      spacing.textContent = style
      await page.viewport(width, height)
      await expect.poll(() => title.element().textContent).toMatch(/^\[.*\]/)
      await document.fonts.ready
      problems.push(...faults().map((each) => `on ${device}: ${each}`))
    }
    const [record] = 'entity' in route ? store.table(route.entity).all() : []
    const dialogs = record ? ['create', `details&record=${record.id}`] : []
    const shown = page.getByRole('dialog').getByRole('heading').first()
    for (const dialog of dialogs) {
      await goTo(`${path}?dialog=${dialog}`)
      await expect.element(shown).toBeVisible()
      problems.push(
        ...untranslatedTexts(store).map((each) => `${dialog}: “${each}” is not in the words of the language`),
      )
    }
    problems.push(...untranslatedTexts(store).map((each) => `“${each}” is not in the words of the language`))
    expect(problems).toEqual([])
  },
)
