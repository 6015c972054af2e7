import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium, type Page } from 'playwright'
import { ensureChromium } from '../../processes/chromium.ts'
import type { Bench } from './bench.ts'
import { median } from '../stage/samples.ts'
import { kb, ms, noted, within } from '../stage/table.ts'
import { throttle } from '../stage/watch-paint.ts'

const rounds = 5
/** Lighthouse's slow 4G: bytes per second, and ms per round trip. */
const slow4g = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const slower = 4
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 }

const barePage = `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width" /><title>Holdfast</title></head>
<body><h1>Welcome to Holdfast</h1><p>Your firm’s projects, investors and investments, online and offline.</p></body></html>`

interface Visit {
  readonly painted: number
  readonly blocked: number
  readonly scriptBytes: number
}

export const firstVisit: Bench = {
  conditions: `a newcomer's phone on slow 4G at ${slower}x, ${rounds} fresh profiles, medians`,
  async run(stage) {
    const app = await stage.app()
    const bare = createServer((_, response) => response.setHeader('content-type', 'text/html').end(barePage))
    await new Promise<void>((resolve) => void bare.listen(0, 'localhost', resolve))
    const { executablePath, args } = await ensureChromium()
    const browser = await chromium.launch({ args, ...(executablePath === undefined ? {} : { executablePath }) })
    const visits: Visit[] = []
    const bareVisits: Visit[] = []
    try {
      for (let round = 0; round < rounds; round++) {
        visits.push(await visit(browser, app))
        bareVisits.push(await visit(browser, `http://localhost:${(bare.address() as AddressInfo).port}`))
      }
    } finally {
      await browser.close()
      bare.close()
    }
    const painted = (group: readonly Visit[]) => median(group.map((each) => each.painted))
    return [
      noted(ms('largest paint', painted(visits)), ms('a bare page of the same words', painted(bareVisits))),
      within(2_000, ms('largest paint', painted(visits))),
      within(150, ms('main thread blocked', median(visits.map(({ blocked }) => blocked)))),
      within(40, kb('script before the landing page stands', median(visits.map((each) => each.scriptBytes)) / 1000)),
    ]
  },
}

async function visit(browser: Browser, address: string): Promise<Visit> {
  const context = await browser.newContext(phone)
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.emulateNetworkConditions', slow4g)
    await throttle(page, slower)
    await page.addInitScript(watch)
    await page.goto(address, { waitUntil: 'load' })
    await page.getByRole('heading', { name: 'Welcome to Holdfast' }).waitFor()
    const scriptBytes = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.endsWith('.js'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    )
    return { ...(await settled(page)), scriptBytes }
  } finally {
    await context.close()
  }
}

/** Runs in the page first: records the largest paint and long tasks beyond 50 ms. */
function watch(): void {
  const seen = { painted: 0, blocked: 0 }
  Object.assign(globalThis, { seen })
  const each = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  each('largest-contentful-paint', ({ startTime }) => (seen.painted = startTime))
  each('longtask', ({ duration }) => (seen.blocked += Math.max(0, duration - 50)))
}

/** A larger paint may follow while the worker loads the app. */
async function settled(page: Page): Promise<{ painted: number; blocked: number }> {
  await page.waitForTimeout(3_000)
  return page.evaluate(() => (globalThis as { seen?: { painted: number; blocked: number } }).seen!)
}
