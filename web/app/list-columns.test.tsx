import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type ListedEntity, screenText } from '#web/records/names/entity-texts.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { inEachLanguage } from '#web/test/in-each-language.ts'
import { openTestStore } from '#web/test/test-store.ts'

const paths = [
  '/investments',
  '/projects',
  '/investors',
  '/documents',
  '/referrals',
  '/commissions',
  '/settings/exchange-rates',
] as const
type Path = (typeof paths)[number]

const longestEmail = 'investor.relations@atlantic-pension-fund.example'

async function setup(path: Path, width: number, height: number) {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', targetAmount: '5000000' })
  const investor = store.put('investors', { firstName: 'Elif', lastName: 'Demir', email: longestEmail })
  const investment = store.put('investments', { projectId: project.id, investorId: investor.id, amount: '1250000' })
  store.put('documents', { name: 'Fact sheet', type: 'FACT_SHEET', audience: 'INVESTORS', projectId: project.id })
  const contact = store.put('referrals', { name: 'Samir', email: 'samir@example.com', investorId: investor.id })
  const agreed = { referralId: contact.id, projectId: project.id, commissionPercentage: '2', frequency: 'ANNUALLY' }
  const agreement = store.put('referralCommissions', agreed)
  const due = { amount: '25000', feeType: 'TRANSACTION', dueDate: '2025-06-30' }
  store.put('commissions', { ...due, agreementId: agreement.id, investmentId: investment.id })
  store.put('exchangeRates', { fromCurrency: 'AED', toCurrency: 'USD', rate: '0.2723', date: '2025-06-30' })
  const { container, router } = await renderApp(store, path)
  await page.viewport(width, height)
  const frame = container.querySelector<HTMLElement>('[style*="inline-size: 1200px"]')!
  frame.style.inlineSize = '100vw'
  frame.style.blockSize = '100vh'
  await expect.element(page.getByRole('table')).toBeVisible()
  return { store, router }
}

const texts = (selector: string) => [...document.querySelectorAll(selector)].map((each) => each.textContent)
const columns = () => texts('main thead th').filter((name) => name !== 'Actions')
const searchField = () => page.getByRole('searchbox').element() as HTMLInputElement
const waitForText = (text: string) => page.getByText(text, { exact: true }).element() as HTMLElement

/** The sidebar gives its width to the list in a transition. */
async function transitionsEnded() {
  await new Promise(requestAnimationFrame)
  await Promise.allSettled(
    document.getAnimations().flatMap((each) => (each instanceof CSSTransition ? [each.finished] : [])),
  )
}

function widthOf(hint: string): number {
  const canvas = document.createElement('canvas').getContext('2d')!
  canvas.font = getComputedStyle(searchField()).font
  return canvas.measureText(hint).width
}

function availableWidth(field: HTMLInputElement): number {
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(field)
  return field.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd)
}

const rowHeights = () => [
  ...new Set(
    [...document.querySelectorAll<HTMLElement>('main tbody tr[aria-rowindex]')].map((row) => row.offsetHeight),
  ),
]
const region = () => document.querySelector<HTMLElement>('section[data-scroll-restoration-id]:has(table)')!

test.each(paths)(
  '%s shows every column from 1024 px on, and in portrait those for which there is room',
  async (path) => {
    await setup(path, 1920, 1080)
    const sortButton = page.getByRole('button', { name: 'Sort', exact: true })
    await expect.poll(() => columns().length).toBeGreaterThan(2)
    const all = columns()
    for (const [width, height] of [
      [1024, 768],
      [1180, 820],
      [1280, 800],
    ] as const) {
      await page.viewport(width, height)
      await expect.poll(columns).toEqual(all)
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
      const truncated = [...document.querySelectorAll<HTMLElement>('main th')].filter(
        (head) => head.scrollWidth > head.clientWidth + 1,
      )
      expect([width, truncated.map((head) => head.textContent)]).toEqual([width, []])
      await expect.element(sortButton).not.toBeInTheDocument()
      expect(region().scrollWidth).toBeLessThanOrEqual(region().clientWidth)
    }
    await page.viewport(768, 1024)
    await expect.poll(() => region().scrollWidth <= region().clientWidth).toBe(true)
    expect(rowHeights()).toEqual([40])
    expect(document.querySelectorAll('main tbody dl').length).toBe(0)
    expect(sortButton.elements()).toHaveLength(columns().length < all.length ? 1 : 0)
  },
)

test.each(paths)('on a phone, rows of %s have two lines with the most important values', async (path) => {
  await setup(path, 1920, 1080)
  await expect.poll(() => columns().length).toBeGreaterThan(2)
  const all = columns()
  await page.viewport(390, 844)
  await expect.poll(() => columns().length).toBeLessThan(3)
  expect(rowHeights()).toEqual([56])
  const below = texts('main tbody tr[aria-rowindex="2"] dl dt')
  expect(below.length).toBeLessThan(3)
  expect(all).toEqual(expect.arrayContaining([...columns(), ...below]))
  expect(region().scrollWidth).toBeLessThanOrEqual(region().clientWidth)
})

function isFullyVisible(element: HTMLElement): boolean {
  const row = element.closest('tr')!.getBoundingClientRect()
  const range = document.createRange()
  range.selectNodeContents(element)
  return (
    element.scrollWidth <= element.clientWidth + 1 &&
    element.scrollHeight <= element.clientHeight + 1 &&
    [...range.getClientRects()].every(({ top, bottom }) => top >= row.top && bottom <= row.bottom)
  )
}

const name = 'Kadıköy Waterfront Offices and Shops'
const fullAddress = 'Keizersgracht 101, Amsterdam, Netherlands'

test.each([
  ['/projects', name, 'Istanbul, Türkiye'],
  ['/referrals', fullAddress, 'Harriet Blom'],
] as const)('%s shows %s in full in a touch row on a tablet', async (path, text, other) => {
  const { store } = await setup(path, 1024, 768)
  store.put('userPreferences', { userId: store.identity.id, density: 'COMFORTABLE' })
  store.put('projects', { name, location: 'Istanbul, Türkiye', type: 'COMMERCIAL', targetAmount: '5000000' })
  store.put('referrals', { name: 'Harriet Blom', email: longestEmail, fullAddress })
  for (const [width, height] of [
    [1024, 768],
    [1180, 820],
    [768, 1024],
  ] as const) {
    await page.viewport(width, height)
    for (const each of [text, other]) {
      await expect.element(page.getByText(each, { exact: true })).toBeVisible()
      await expect.poll(() => isFullyVisible(waitForText(each))).toBe(true)
    }
  }
})

test.each([
  ['/referrals', 'Harbour Introductions'],
  ['/investments', 'Kadıköy Waterfront Residences'],
] as const)('%s shows the name %s in full in a touch row at 1024 px', async (path, text) => {
  const { store } = await setup(path, 1024, 768)
  store.put('userPreferences', { userId: store.identity.id, density: 'COMFORTABLE' })
  const project = store.put('projects', { name: text, type: 'COMMERCIAL' })
  const [investor] = store.table('investors').all()
  store.put('investments', { projectId: project.id, investorId: investor!.id, amount: '4000' })
  store.put('referrals', { name: text, email: longestEmail, fullAddress })
  await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  await expect.poll(() => isFullyVisible(waitForText(text))).toBe(true)
})

test('on a phone a referrer’s telephone number is shown in full', async () => {
  const phone = '+234 8031 234 5678'
  const { store } = await setup('/referrals', 390, 844)
  store.put('referrals', { name: 'Selim', phone, fullAddress })
  await expect.element(page.getByRole('link', { name: phone })).toBeVisible()
  const value = () => page.getByRole('link', { name: phone }).element().closest('dd')
  await expect.poll(value).not.toBeNull()
  await expect.poll(() => value()!.scrollWidth <= value()!.clientWidth).toBe(true)
})

test.each(paths)(
  'on a phone, dates and amounts below a name of %s are shown in full in every language',
  async (path) => {
    await setup(path, 390, 844)
    await expect.poll(rowHeights).toEqual([56])
    await inEachLanguage(async () => {
      const row = document.querySelector('main tbody tr[aria-rowindex="2"]')!
      const { left, right, bottom } = row.getBoundingClientRect()
      const outside = [...row.querySelectorAll('dl > [data-whole]')].filter((each) => {
        const box = each.getBoundingClientRect()
        return box.left < left || box.right > right || box.bottom > bottom
      })
      expect(outside.map(({ textContent }) => textContent)).toEqual([])
    })
  },
)

test('without column headings a list can be sorted by any column, as by pressing its heading', async () => {
  const { router, store } = await setup('/investors', 390, 844)
  store.put('investors', { firstName: 'Ada', lastName: 'Okafor', email: 'zoe@example.com' })
  const order = () => texts('main tbody button[data-record]')
  await expect.poll(order).toEqual(['Ada Okafor', 'Elif Demir'])
  await page.getByRole('button', { name: 'Sort', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Sort' })
  await expect.element(panel.getByRole('radio', { name: 'Name' })).toBeChecked()
  for (const each of panel.element().querySelectorAll('label')) expect(each.offsetHeight).toBeGreaterThanOrEqual(44)
  await panel.getByRole('radio', { name: 'Email' }).click()
  await expect.poll(order).toEqual(['Elif Demir', 'Ada Okafor'])
  await expect.poll(() => router.state.location.search).toMatchObject({ sort: 'email' })
  await panel.getByRole('radio', { name: 'Descending' }).click()
  await expect.poll(order).toEqual(['Ada Okafor', 'Elif Demir'])
  await expect.poll(() => router.state.location.search).toMatchObject({ sort: '-email' })
  await panel.getByRole('button', { name: 'Default order' }).click()
  await expect.poll(() => router.state.location.search).not.toHaveProperty('sort')
  await expect.element(panel.getByRole('radio', { name: 'Name' })).toBeChecked()
})

const searchedEntities: readonly ListedEntity[] = [
  'commissions',
  'documents',
  'exchangeRates',
  'investments',
  'investors',
  'projects',
  'referrals',
  'sessions',
  'userInvitations',
  'users',
]

const sizes = [
  [390, 844],
  [768, 1024],
  [1024, 768],
] as const

test('in every language the placeholders of searches fit', async () => {
  await setup('/commissions', ...sizes[0])
  await inEachLanguage(async () => {
    await expect.poll(() => searchField().placeholder).toBe(screenText('commissions', 'search'))
    const hints = searchedEntities.map((entity) => screenText(entity, 'search'))
    for (const [width, height] of sizes) {
      await page.viewport(width, height)
      await transitionsEnded()
      await expect.poll(() => hints.filter((hint) => widthOf(hint) > availableWidth(searchField()))).toEqual([])
    }
  })
})

test.each([
  [1024, 768],
  [1180, 820],
])('the placeholder of a search also fits beside a record and a notice at %i px', async (width, height) => {
  const { store, router } = await setup('/investors', width, height)
  const duplicate = store.put('investors', { firstName: 'Elif', lastName: 'Demir', email: longestEmail })
  await expect.element(page.getByRole('button', { name: '1 possible duplicate' })).toBeVisible()
  await expect.poll(() => widthOf(searchField().placeholder) <= availableWidth(searchField())).toBe(true)
  await router.navigate({ to: '/investors', search: { dialog: 'details', record: duplicate.id } })
  await expect.element(page.getByRole('dialog', { name: 'Investor details' })).toBeVisible()
  await expect.poll(() => widthOf(searchField().placeholder) <= availableWidth(searchField())).toBe(true)
})
