import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { chooseLanguage } from '#web/i18n/i18n.ts'
import { leftOf } from '#web/test/left-of.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { textsOf } from '#web/test/texts-of.ts'
import type { MarketData, MarketListener } from './market-data.ts'
import { quoteVolume } from './market-format.ts'
import { MarketWidget } from './market-widget.tsx'
import { MarketContext } from './use-market.ts'

const widget = page.getByRole('region', { name: 'Market', exact: true })
const symbols = ['BTC-USD', 'ETH-USD', 'AAPL', 'USD-AED', 'USD-TRY', 'TSLA', 'MSFT']
const tiles = () => textsOf(widget.getByRole('list').first().getByRole('listitem'))

function manualMarket() {
  const listeners: MarketListener[] = []
  let closed = 0
  let isReachable = true
  const market: MarketData = {
    connect: async (_, listener) => {
      if (!isReachable) throw new Error('away')
      listeners.push(listener)
      return { close: () => void closed++ }
    },
  }
  const tick = { symbol: 'BTC-USD', price: 98_250, change: 12.5, changePercent: 0.5, volume: 31_400_000 }
  return {
    market,
    tell: () => listeners.at(-1)!,
    closed: () => closed,
    starts: () => listeners.length,
    hide: () => (isReachable = false),
    tick: (overrides: object = {}) =>
      listeners.at(-1)!.onTick({ ...tick, timestamp: Date.parse('2026-03-01T10:00:00Z'), ...overrides }),
  }
}

async function setup(width = 1280) {
  const market = manualMarket()
  const store = await openTestStore()
  await render(
    store,
    <MarketContext value={market.market}>
      <MarketWidget symbols={symbols} />
    </MarketContext>,
  )
  await page.viewport(width, 800)
  await expect.poll(market.starts).toBe(1)
  return market
}

test('a wide widget shows every symbol and the news, marked as simulated and live', async () => {
  const market = await setup()
  market.tick()
  market.tick({ symbol: 'USD-AED', price: 3.6725, change: -0.001, changePercent: -0.03, volume: 0 })
  await expect.poll(tiles).toMatchObject({ length: 7 })
  await expect.poll(() => tiles()[0]).toBe('BTC-USD98,250.00+12.50 (+0.50%)Volume 31.4M')
  expect(tiles()[3]).toBe('USD-AED3.6725-0.0010 (-0.03%)')
  expect(tiles()[1]).toBe('ETH-USD—')
  await expect.element(widget.getByText('Simulated', { exact: true })).toBeVisible()
  await expect.element(widget.getByText('Live', { exact: true })).toBeVisible()
  await expect.element(widget.getByText(/^Updated /)).toBeVisible()
  const news = widget.getByRole('region', { name: 'Market news' })
  await expect.element(news.getByText('No news yet. The first item will appear within a minute.')).toBeVisible()
  const item = { title: 'lira', summary: 'lira', url: '#', source: 'SIMULATION', publishedAt: Date.now() }
  market.tell().onNews({ ...item, id: 'lira 1', sentiment: 'negative', relevantSymbols: ['USD-TRY'] })
  await expect.poll(() => news.getByRole('listitem').element().textContent).toMatch(/^Turkish lira slidesNegative/)
})

test('in Arabic the unit of a volume follows its digits from the right', async () => {
  onTestFinished(() => chooseLanguage('en'))
  const market = await setup()
  market.tick()
  await chooseLanguage('ar')
  const tile = page.getByRole('listitem').first()
  await expect.poll(() => tile.element().textContent).toContain('مليون')
  expect(leftOf(tile.element(), /31/)).toBeGreaterThan(leftOf(tile.element(), /مليون/))
})

test('in Hindi a volume has the units of amounts, not lakh and crore', async () => {
  onTestFinished(() => chooseLanguage('en'))
  await setup()
  await chooseLanguage('hi')
  expect([31_400_000, 2_000_000, 999_950, 1_250, 12].map(quoteVolume)).toEqual(['31.4M', '2M', '1M', '1.3K', '12'])
})

test('below 1200 px the widget has six symbols and no news', async () => {
  await setup(1180)
  await expect.poll(tiles).toMatchObject({ length: 6 })
  expect(widget.getByRole('region', { name: 'Market news' }).elements()).toEqual([])
  const items = widget.getByRole('list').first().getByRole('listitem').elements()
  const columns = new Set(items.map((each) => Math.round(each.getBoundingClientRect().left))).size
  expect([2, 3]).toContain(columns)
})

test('a broken connection shows Offline and keeps the last prices', async () => {
  const market = await setup()
  market.tick()
  market.hide()
  market.tell().onBroken()
  await expect.element(widget.getByText('Offline', { exact: true })).toBeVisible()
  expect(tiles()[0]).toContain('98,250.00')
})

test('nothing runs while the page is hidden', async () => {
  const market = await setup()
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  onTestFinished(() => visibility.mockRestore())
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(market.closed).toBe(1)
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(market.starts).toBe(2)
  expect(market.closed()).toBe(1)
})
