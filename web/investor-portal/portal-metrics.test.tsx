import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { converterFor } from '#schema/money/exchange.ts'
import { render, nowhere } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { OpenFigureContext } from '#web/records/figures/open-figure.ts'
import type { PortalFigures } from '#web/records/holdings/portal-figures.ts'
import { PortalMetrics } from './portal-metrics.tsx'

const some: PortalFigures = {
  values: new Map(),
  currency: 'USD',
  invested: '290000.00',
  committed: '100000.00',
  active: '150000.00',
  exited: '40000.00',
  value: '305000.00',
  byRule: new Map([
    ['VALUATION', '180000.00'],
    ['COST', '125000.00'],
  ]),
  unfunded: '100000.00',
  returnParts: { value: '305000.00', received: '50000.00', paidIn: '290000.00' },
  gain: '65000.00',
  rate: '22.4137',
  activeCount: 1200,
  isIllustrative: false,
  withoutPayment: [],
  recalculating: [],
  leftOut: { names: [], currencies: [], isConverted: false, isStale: false },
}
const card = (name: string) => page.getByRole('region', { name })
const wordsOf = (name: string) => {
  const element = card(name).element()
  const [value, ...about] = [...element.children].slice(1).map((each) => each.textContent)
  return [value, about.join(' ')]
}
const listsOf = (name: string) => [...card(name).element().querySelectorAll('dl')].map((each) => each.textContent)
const formulaOf = (name: string) => card(name).getByRole('button').elements()[0]?.getAttribute('aria-label')

const holding = {
  holdings: [],
  exchange: { currency: 'USD', convert: converterFor([], '2026-03-15') },
  nameOf: () => '',
}

async function shown(overrides: Partial<PortalFigures> = {}, ready = true) {
  await render(
    await openTestStore(),
    <OpenFigureContext value={{ open: nowhere }}>
      <PortalMetrics sources={{ ...holding, figures: { ...some, ...overrides } }} ready={ready} />
    </OpenFigureContext>,
  )
}

test('shows the four figures with their parts, and the formula of each sum', async () => {
  await shown()
  expect(wordsOf('Total investment')).toEqual(['$290K', 'Committed$100KActive$150KExited$40K'])
  expect(wordsOf('Portfolio value')).toEqual(['$305K', 'Valuation$180KAt cost$125KUnfunded commitment$100K'])
  expect(listsOf('Portfolio value')).toEqual(['Valuation$180KAt cost$125K', 'Unfunded commitment$100K'])
  expect(wordsOf('Total return')).toEqual(['$65K', '22.4% of paid-in capitalValue$305KDistributions$50KPaid in-$290K'])
  expect(wordsOf('Active investments')).toEqual(['1,200', 'Committed0Exited0Total0'])
  expect(formulaOf('Total investment')).toMatch(/^Total of your commitments/)
  expect(formulaOf('Portfolio value')).toMatch(/^The current value of your holdings/)
  expect(formulaOf('Total return')).toMatch(/^Current value plus distributions/)
})

test('assumed growth is labeled illustrative and explained', async () => {
  await shown({ isIllustrative: true, byRule: new Map([['ILLUSTRATIVE', '305000.00']]) })
  expect(wordsOf('Portfolio value')).toEqual(['$305K', 'Illustrative$305KUnfunded commitment$100K'])
  expect(formulaOf('Portfolio value')).toMatch(/assumed growth of 25.0%/)
})

test('a loss is shown as a loss', async () => {
  await shown({ gain: '-1500000.00', rate: '-12' })
  expect(wordsOf('Total return').join(' ')).toMatch(/^[-−]\$1\.5M [-−]12\.0% of paid-in capital/)
})

test('without paid-in capital there is no rate', async () => {
  await shown({ invested: '0.00', gain: '0.00', rate: null })
  expect(wordsOf('Total return')).toEqual(['$0', ''])
})

test('amounts are in the person’s currency; a total lists what it leaves out', async () => {
  await shown({
    currency: 'AED',
    leftOut: { names: ['Tower (TRY)'], currencies: ['TRY'], isConverted: true, isStale: true },
  })
  expect(wordsOf('Portfolio value')[0]).toBe('≈ AED\u00a0305K')
  await expect.element(card('Total investment').getByText(/^Incomplete total: .* Tower \(TRY\)$/)).toBeVisible()
  await expect
    .element(
      card('Total investment').getByText(
        'At least one exchange rate was more than 7 days old on the day for which it was used.',
      ),
    )
    .toBeVisible()
})

test('shows no figures until every record is on the device', async () => {
  await shown({}, false)
  for (const name of ['Total investment', 'Portfolio value', 'Total return', 'Active investments'])
    expect(card(name).element().textContent).toBe(name)
})
