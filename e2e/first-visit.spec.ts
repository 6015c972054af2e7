import type { Page } from 'playwright/test'
import { screens } from '../web/test/screens.ts'
import { accounts, password } from './support/accounts.ts'
import { expectLive, fillSignIn, goOffline, loginAndSync, openScreen } from './support/app.ts'
import { expect, test } from './support/fixtures.ts'

test.use({ isFirstVisit: true })

const dashboardHeading = (page: Page) => page.getByRole('heading', { name: 'Portfolio Overview' })
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in' })

test('a new visitor signs in on the landing page', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Email').fill(accounts.manager)
  await page.getByLabel('Password').fill(password)
  await signInButton(page).click()
  await expect(dashboardHeading(page)).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByLabel('Email')).toHaveCount(0)
})

test('a first visit loads the landing page with little script, no session request and no console error', async ({
  page,
}) => {
  const consoleMessages: string[] = []
  page.on('console', (message) => message.type() === 'error' && consoleMessages.push(message.text()))
  const requestPaths: string[] = []
  page.on('request', (request) => requestPaths.push(new URL(request.url()).pathname))
  await page.goto('/', { waitUntil: 'load' })
  await expect(page.getByRole('heading', { name: 'Welcome to Holdfast' })).toBeVisible()
  const scriptBytes = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return files.filter(({ name }) => name.endsWith('.js')).reduce((sum, file) => sum + file.encodedBodySize, 0)
  })
  expect(scriptBytes).toBeGreaterThan(0)
  expect(scriptBytes).toBeLessThan(10_000)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  expect(requestPaths.filter((path) => path.startsWith('/api/'))).toEqual([])
  expect(consoleMessages).toEqual([])
})

test('the whole app is cached even if the user clicks Sign in immediately', async ({ page }) => {
  await page.goto('/', { waitUntil: 'commit' })
  await signInButton(page).click()
  await fillSignIn(page, accounts.manager, password)
  await expectLive(page)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await goOffline(page)
  await page.reload()
  await expect(dashboardHeading(page)).toBeVisible()
  for (const name of ['Projects', 'Investments', 'Documents', 'Settings']) await openScreen(page, name)
  expect(await loadWebFonts(page)).toEqual(Array(6).fill('loaded'))
})

const loadWebFonts = (page: Page) =>
  page.evaluate(() => {
    const webFonts = [...document.fonts].filter(({ family }) => !family.includes('Fallback'))
    return Promise.all(webFonts.map((face) => face.load().then(({ status }) => status)))
  })

for (const language of ['en', 'ar'])
  test(`on a slow network text is painted before the fonts arrive, and nothing shifts: ${language}`, async ({
    page,
  }) => {
    const devtools = await page.context().newCDPSession(page)
    const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 }
    await devtools.send('Network.emulateNetworkConditions', network)
    await page.addInitScript((code) => {
      localStorage.setItem('preferred-language', code)
      const paintMetrics = { layoutShift: 0, largestPaintMs: 0 }
      Object.assign(globalThis, { paintMetrics })
      const observe = (type: string, record: (entry: PerformanceEntry) => void) =>
        new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({ type, buffered: true })
      observe(
        'layout-shift',
        (entry) => (paintMetrics.layoutShift += (entry as PerformanceEntry & { readonly value: number }).value),
      )
      observe('largest-contentful-paint', ({ startTime }) => (paintMetrics.largestPaintMs = startTime))
    }, language)
    await page.goto('/')
    await page.waitForFunction(() => [...document.fonts].filter(({ status }) => status === 'loaded').length >= 2)
    const metrics = await page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const fonts = files.filter(({ name }) => name.endsWith('.woff2'))
      const bytes = fonts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
      return {
        ...(globalThis as { paintMetrics?: { layoutShift: number; largestPaintMs: number } }).paintMetrics!,
        bytes,
      }
    })
    expect(metrics.layoutShift).toBe(0)
    expect(metrics.largestPaintMs).toBeGreaterThan(0)
    expect(metrics.bytes).toBeGreaterThan(50_000)
    expect(metrics.bytes).toBeLessThan(120_000)
  })

test('the landing page shows that the server is unreachable', async ({ page, stopServer, startServer }) => {
  const offlineNotice = page.getByText('You are offline.', { exact: false })
  await page.goto('/')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await expect(offlineNotice).toBeHidden()
  await stopServer()
  await page.reload()
  await expect(offlineNotice).toBeVisible()
  await startServer()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(offlineNotice).toBeHidden()
  await goOffline(page)
  await signInButton(page).click()
  await expect(offlineNotice).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('a signed-in visitor without the cookie that identifies the user gets the app', async ({ page }) => {
  await page.goto('/api/login')
  await fillSignIn(page, accounts.manager, password)
  await expectLive(page)
  await page.goto('/healthz')
  await page.evaluate(async () => {
    for (const each of await navigator.serviceWorker.getRegistrations()) await each.unregister()
    for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
  })
  await page.context().clearCookies({ name: 'holdfast-person' })
  await page.goto('/')
  await expect(dashboardHeading(page)).toBeVisible()
})

test('every screen opens offline after one visit and 29 days later, but not after 30 days', async ({ page }) => {
  await loginAndSync(page, 'admin')
  await goOffline(page)
  await page.clock.setSystemTime(Date.now() + 29 * 86_400_000)
  const shows = (name: string) => expect(page.getByRole('main').getByRole('heading', { name, level: 1 })).toBeVisible()
  for (const { path, name, heading = name } of screens) {
    if (path.startsWith('/settings/')) await page.evaluate((to) => history.pushState(null, '', to), path)
    else await page.goto(path)
    await shows(heading)
  }
  await page.clock.setSystemTime(Date.now() + 30 * 86_400_000 + 60_000)
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'This device is locked' })).toBeVisible()
  await expect(page.getByText(/allows 30 days of offline use/)).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { name: 'Projects', level: 1 })).toHaveCount(0)
})
