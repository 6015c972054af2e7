// A device: a browser with its own profile folder, so that service worker, store and sync behave as on a tablet.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright/test'
import { chromiumArgs, findChromium } from '../scripts/chromium.ts'

export interface Device {
  readonly context: BrowserContext
  readonly page: Page
  /** Errors on its pages that a test would otherwise not notice. */
  readonly errors: readonly Error[]
  remove(): Promise<void>
}

/** A new device; with `visited`, the folder of one on which nobody has signed in yet, a device like that one. */
export async function createDevice(baseURL: string, visited?: string): Promise<Device> {
  const profile = await mkdtemp(join(tmpdir(), 'holdfast-device-'))
  if (visited !== undefined) await cp(visited, profile, { recursive: true })
  const context = await openProfile(profile, baseURL)
  const errors: Error[] = []
  context.on('weberror', (error) => errors.push(error.error()))
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) errors.push(new Error(message.text()))
  })
  return {
    context,
    page: context.pages()[0] ?? (await context.newPage()),
    errors,
    async remove() {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

/** The profile folder of a device that has shown the landing page: it has the application and belongs to nobody. */
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
