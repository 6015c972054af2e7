// Accessibility and best practices must be perfect.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse, { desktopConfig, type Flags } from 'lighthouse'
import { type BrowserContext, chromium } from 'playwright/test'
import { type ThemeId, themeKey } from '#schema/themes/themes.ts'
import type { Account } from '../e2e/support/accounts.ts'
import { expectSyncIdle, login } from '../e2e/support/app.ts'
import { createTestServer } from '../e2e/support/server.ts'
import { isStale } from './build/stamp.ts'
import { ensureChromium } from './processes/chromium.ts'
import { freePort } from './processes/free-port.ts'
import { root, runScript } from './processes/programs.ts'
import type { Step } from './checks/steps.ts'
import type { Counts } from './checks/test-counts.ts'

const categories = ['accessibility', 'best-practices'] as const
const shades: readonly ThemeId[] = ['light', 'dark']

const visits: readonly { readonly account?: Account; readonly paths: (project: string) => readonly string[] }[] = [
  { paths: () => ['/', '/api/login'] },
  {
    account: 'admin',
    paths: (project) => [
      '/dashboard',
      '/projects',
      `/projects?dialog=details&record=${project}`,
      '/investments',
      '/documents',
      '/settings',
    ],
  },
  { account: 'investor', paths: () => ['/investor-portal'] },
]

const flags: Flags = {
  onlyCategories: [...categories],
  disableStorageReset: true,
  logLevel: 'error',
  output: [],
}

export const lighthouseStep = (): Step => ({
  name: 'Lighthouse: accessibility and best practices',
  run: async () => {
    if ((await isStale()) && (await runScript(join(root, 'scripts', 'build.ts'), [], process.env)))
      return { passed: 0, failed: 1 }
    const server = await createTestServer()
    await server.start()
    const counts = { passed: 0, failed: 0 }
    try {
      const [project] = await (await server.signIn('admin')).list('projects?limit=1')
      for (const { account, paths } of visits) {
        const { passed, failed } = await readAs(account, server.url, paths(project!.id))
        counts.passed += passed
        counts.failed += failed
      }
    } finally {
      await server.remove()
    }
    return counts
  },
})

async function readAs(account: Account | undefined, url: string, paths: readonly string[]): Promise<Counts> {
  const profile = await mkdtemp(join(tmpdir(), 'holdfast-lighthouse-'))
  const port = await freePort()
  const { executablePath, args } = await ensureChromium()
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...args, `--remote-debugging-port=${port}`],
    baseURL: url,
    viewport: null,
  })
  const counts = { passed: 0, failed: 0 }
  try {
    const [page = await context.newPage()] = context.pages()
    if (account === undefined) await page.goto('/')
    else {
      await login(page, account)
      await expectSyncIdle(page)
    }
    for (const shade of shades) {
      await setScheme(context, url, shade)
      for (const path of paths) {
        const faults = await faultsOf(url + path, port)
        console.log(`${path} as ${account ?? 'nobody'}, ${shade}: ${faults.join('; ') || '100 and 100'}`)
        if (faults.length > 0) counts.failed++
        else counts.passed++
      }
    }
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
  return counts
}

async function setScheme(context: BrowserContext, url: string, shade: ThemeId): Promise<void> {
  await context.addCookies([{ name: themeKey, value: shade, url }])
  await context.pages()[0]!.evaluate(([key, id]) => localStorage.setItem(key, id), [themeKey, shade] as const)
}

async function faultsOf(address: string, port: number): Promise<string[]> {
  const result = await lighthouse(address, { ...flags, port }, desktopConfig)
  if (!result) throw new Error(`Lighthouse read nothing at ${address}`)
  const { categories: read, audits, runtimeError } = result.lhr
  if (runtimeError) return [runtimeError.message]
  return categories.flatMap((name) => {
    const { score, auditRefs } = read[name]!
    if (score === 1) return []
    const failed = auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]!.score ?? 1) < 1)
    return [`${name} ${Math.round((score ?? 0) * 100)} (${failed.map(({ id }) => audits[id]!.title).join(', ')})`]
  })
}
