// A device: a browser with its own profile folder, so that service worker, store and sync behave as on a tablet.
import { mkdtemp, rm } from 'node:fs/promises'
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

export async function createDevice(baseURL: string): Promise<Device> {
  const profile = await mkdtemp(join(tmpdir(), 'holdfast-device-'))
  const executablePath = findChromium()
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: chromiumArgs(),
    baseURL,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
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
