import { type BrowserContext, chromium, type Page } from 'playwright'
import { personCookie } from '#schema/app/person-cookie.ts'
import { ensureChromium } from '../../processes/chromium.ts'
import type { Firm } from './firm.ts'
import type { InPage } from '../page/in-page.ts'

const timeoutMs = 90_000

export interface Device {
  version(): Promise<string>
  page<T>(firm: Firm, work: (call: Call, page: Page) => Promise<T>): Promise<T>
  app<T>(firm: Firm, origin: string, work: (page: Page) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export type Call = <Name extends keyof InPage>(
  name: Name,
  ...args: Parameters<InPage[Name]>
) => Promise<Awaited<ReturnType<InPage[Name]>>>

export function openDevice(origin: string, profile: string): Device {
  let opening: Promise<BrowserContext> | undefined
  const context = () => (opening ??= launch(profile))

  return {
    version: async () => `Chromium ${(await context()).browser()?.version() ?? ''}`,
    async page(firm, work) {
      const browser = await context()
      await signIn(browser, firm, origin)
      const page = await browser.newPage()
      try {
        await page.goto(origin)
        await page.waitForFunction(() => 'inPage' in globalThis)
        const call = (name: string, ...args: unknown[]) =>
          page.evaluate(
            ([method, given]) => {
              const { inPage } = globalThis as { inPage?: Record<string, (...args: unknown[]) => unknown> }
              return inPage![method]!(...given)
            },
            [name, args] as const,
          )
        return await withTimeout(work(call as Call, page))
      } finally {
        await page.close()
      }
    },
    async app(firm, at, work) {
      const browser = await context()
      await signIn(browser, firm, at)
      const page = await browser.newPage()
      try {
        return await withTimeout(work(page))
      } finally {
        await page.close()
      }
    },
    async close() {
      await (await opening)?.close()
    },
  }
}

const signIn = (browser: BrowserContext, { cookie, identity }: Firm, url: string): Promise<void> =>
  browser.addCookies([
    { ...cookie, url },
    { name: personCookie, value: identity.id, url },
  ])

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error('The page did not come to an end')), timeoutMs)
  try {
    return await Promise.race([work, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}

async function launch(profile: string): Promise<BrowserContext> {
  const { executablePath, args } = await ensureChromium()
  return chromium.launchPersistentContext(profile, {
    headless: true,
    args,
    ...(executablePath === undefined ? {} : { executablePath }),
  })
}
