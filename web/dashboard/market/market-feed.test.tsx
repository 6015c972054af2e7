import { expect, onTestFinished, test, vi } from 'vitest'
import { defaultSymbols, type MarketData, type NewsItem, type Tick } from './market-data.ts'
import { createMarketFeed } from './market-feed.ts'
import { quoteChange, quotePrice } from './market-format.ts'
import { createSimulatedMarket } from './simulated-market.ts'

function fakeClock() {
  let now = 0
  let next = 0
  const waiting = new Map<number, { readonly at: number; readonly run: () => void }>()
  return {
    now: () => now,
    waits: () => [...waiting.values()].map(({ at }) => at - now).toSorted((a, b) => a - b),
    setTimeout(run: () => void, ms: number): unknown {
      waiting.set(++next, { at: now + ms, run })
      return next
    },
    clearTimeout: (handle: unknown) => void waiting.delete(handle as number),
    async advance(ms: number) {
      const end = now + ms
      for (;;) {
        const [due] = [...waiting].filter(([, { at }]) => at <= end).toSorted(([, a], [, b]) => a.at - b.at)
        if (!due) break
        waiting.delete(due[0])
        now = due[1].at
        due[1].run()
        await settled()
      }
      now = end
    },
  }
}

const settled = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
}

function simulated(random: () => number, fails = () => false) {
  const clock = fakeClock()
  const market = createSimulatedMarket({ ...clock, random, fails })
  return { clock, market }
}

async function ticksOf(random: () => number, symbols: readonly string[], ms: number) {
  const { clock, market } = simulated(random)
  const ticks: Tick[] = []
  const news: NewsItem[] = []
  const connection = await market.connect(symbols, {
    onTick: (tick) => ticks.push(tick),
    onNews: (item) => news.push(item),
    onBroken: () => {},
  })
  const first = clock.waits()
  await clock.advance(ms)
  return { ticks, news, connection, clock, first }
}

test.each([
  [0, [2_000, 2_000, 30_000]],
  [0.999_999, [5_000, 5_000, 60_000]],
])('with a chance of %d prices come after 2 to 5 seconds, news after 30 to 60', async (chance, waits) => {
  const { first } = await ticksOf(() => chance, ['BTC-USD', 'AAPL'], 0)
  expect(first.map((ms) => Math.round(ms / 10) * 10)).toEqual(waits)
})

test('symbols ending in -USD move by up to 2 %, all others by up to 1 %', async () => {
  const movesOf = async (chance: number) => {
    const { ticks } = await ticksOf(() => chance, ['ETH-USD', 'AAPL', 'USD-TRY'], 5_000)
    return ['ETH-USD', 'AAPL', 'USD-TRY'].map((symbol) => {
      const [opening, moved] = ticks.filter((each) => each.symbol === symbol)
      return Math.round((moved!.price / opening!.price - 1) * 1_000) / 1_000
    })
  }
  expect(await movesOf(0)).toEqual([-0.02, -0.01, -0.01])
  expect(await movesOf(0.999_999)).toEqual([0.02, 0.01, 0.01])
})

test('a tick gives the change since the starting price', async () => {
  const { ticks } = await ticksOf(() => 0.999_999, ['AAPL'], 5_000)
  expect(ticks[0]).toMatchObject({ symbol: 'AAPL', change: 0, changePercent: 0, timestamp: 0 })
  expect(ticks[1]!.changePercent).toBeCloseTo(1, 3)
  expect(ticks[1]!.change).toBeCloseTo(2.295, 3)
})

test('Tesla, Microsoft and the lira have simulated prices like the default symbols', async () => {
  const symbols = [...defaultSymbols, 'TSLA', 'MSFT', 'USD-TRY']
  const { ticks } = await ticksOf(() => 0.5, symbols, 0)
  expect(ticks.map(({ symbol }) => symbol)).toEqual(symbols)
  expect(new Set(ticks.map(({ price }) => price)).size).toBe(symbols.length)
})

test('a closed connection sends nothing and leaves no timer', async () => {
  const { ticks, connection, clock } = await ticksOf(() => 0, ['AAPL'], 0)
  connection.close()
  await clock.advance(120_000)
  expect([ticks.length, clock.waits()]).toEqual([1, []])
})

test('once started the feed is live and keeps the five newest news items; once stopped it is silent; it never contacts a server', async () => {
  const fetchSpy = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => fetchSpy.mockRestore())
  const { clock, market } = simulated(() => 0)
  const feed = createMarketFeed(defaultSymbols, { ...clock, market })
  feed.start()
  await settled()
  expect(feed.state().isLive).toBe(true)
  expect([...feed.state().ticks.keys()]).toEqual(['BTC-USD', 'ETH-USD', 'AAPL', 'GOOGL', 'USD-AED'])
  await clock.advance(7 * 30_000)
  expect(feed.state().news.map(({ id }) => id.split(' ')[1])).toEqual(['7', '6', '5', '4', '3'])
  feed.stop()
  const before = feed.state().ticks
  await clock.advance(60_000)
  expect([feed.state().isLive, feed.state().ticks === before, clock.waits()]).toEqual([false, true, []])
  expect(fetchSpy).not.toHaveBeenCalled()
})

test('a failed connection is retried five times, every 5 seconds, then given up', async () => {
  let tries = 0
  const at: number[] = []
  const { clock, market } = simulated(
    () => 0,
    () => {
      tries++
      at.push(clock.now())
      return true
    },
  )
  const feed = createMarketFeed(['AAPL'], { ...clock, market })
  feed.start()
  await settled()
  await clock.advance(600_000)
  expect(at).toEqual([0, 5_000, 15_000, 30_000, 50_000, 75_000])
  expect([tries, feed.state().isLive]).toEqual([6, false])
})

test('a broken connection goes offline and reconnects; the attempts are counted from zero', async () => {
  const clock = fakeClock()
  const broken: (() => void)[] = []
  const market: MarketData = {
    connect: async (_, { onBroken }) => {
      broken.push(onBroken)
      return { close: () => {} }
    },
  }
  const feed = createMarketFeed(['AAPL'], { ...clock, market })
  feed.start()
  await settled()
  for (let time = 1; time <= 7; time++) {
    broken.at(-1)!()
    expect([feed.state().isLive, clock.waits()]).toEqual([false, [5_000]])
    await clock.advance(5_000)
    expect(feed.state().isLive).toBe(true)
  }
  feed.stop()
})

test('stopping while connecting is final: a connection made afterwards is closed', async () => {
  const clock = fakeClock()
  let closed = 0
  const market: MarketData = { connect: async () => ({ close: () => void closed++ }) }
  const feed = createMarketFeed(['AAPL'], { ...clock, market })
  feed.start()
  feed.stop()
  await settled()
  expect([closed, feed.state().isLive]).toEqual([1, false])
})

test('currency pairs have four decimals, everything else two', () => {
  expect([quotePrice('USD-AED', 3.6725), quotePrice('USD-TRY', 42.5)]).toEqual(['3.6725', '42.5000'])
  expect([quotePrice('BTC-USD', 98_250.456), quotePrice('AAPL', 229.5)]).toEqual(['98,250.46', '229.50'])
  expect([quoteChange('USD-AED', 0.00123), quoteChange('AAPL', -2.295), quoteChange('AAPL', 0)]).toEqual([
    '+0.0012',
    expect.stringMatching(/^-2\.(29|30)$/),
    '0.00',
  ])
})
