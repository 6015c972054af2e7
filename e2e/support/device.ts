// A browser with its own profile folder, service worker, store and sync, as on a tablet.
import { cp, mkdtemp, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright/test'
import { chromiumArgs, findChromium } from '../../scripts/processes/chromium.ts'

export interface Device {
  readonly context: BrowserContext
  readonly page: Page
  readonly profile: string
  /** Uncaught errors, which would not fail a test by themselves. */
  readonly errors: readonly Error[]
  /** Deletes everybody's data and opens a new page in the same browser: starting one takes longer than most tests. */
  reset(): Promise<Device>
  kill(): Promise<Page>
  remove(): Promise<void>
}

export async function createDevice(baseURL: string, visitedProfile?: string): Promise<Device> {
  const profile = await mkdtemp(join(tmpdir(), 'holdfast-device-'))
  if (visitedProfile !== undefined) await cp(visitedProfile, profile, { recursive: true })
  let errors: Error[] = []
  async function start(): Promise<BrowserContext> {
    const started = await openProfile(profile, baseURL)
    started.on('weberror', (error) => errors.push(error.error()))
    started.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) errors.push(new Error(message.text()))
    })
    return started
  }
  let context = await start()
  const deviceOf = (page: Page): Device => ({
    get context() {
      return context
    },
    page,
    profile,
    get errors() {
      return errors
    },
    async reset() {
      const newPage = await context.newPage()
      await forgetPeople(context, newPage, baseURL)
      errors = []
      return deviceOf(newPage)
    },
    async kill() {
      const closed = context.waitForEvent('close')
      process.kill(await pidOf(profile), 'SIGKILL')
      await closed
      context = await start()
      return context.pages()[0] ?? (await context.newPage())
    },
    async remove() {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  })
  return deviceOf(context.pages()[0] ?? (await context.newPage()))
}

/** The browser writes its process id into its profile folder. */
async function pidOf(profile: string): Promise<number> {
  const [, pid] = /-(\d+)$/.exec(await readlink(join(profile, 'SingletonLock'))) ?? []
  return Number(pid)
}

async function forgetPeople(context: BrowserContext, remaining: Page, origin: string): Promise<void> {
  for (const page of context.pages()) if (page !== remaining) await page.close()
  await context.setOffline(false)
  await context.clearCookies()
  const devtools = await context.newCDPSession(remaining)
  const storageTypes = 'cookies,file_systems,indexeddb,local_storage,shader_cache,websql'
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  await devtools.detach()
}

export async function visitOnce(baseURL: string): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'holdfast-visited-'))
  const context = await openProfile(profile, baseURL)
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto('/')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await context.close()
  return profile
}

function openProfile(profile: string, baseURL: string): Promise<BrowserContext> {
  const executablePath = findChromium()
  return chromium.launchPersistentContext(profile, {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: chromiumArgs(),
    baseURL,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
}
