import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { installDebianPackages, isDebianRoot, run } from './debian-packages.ts'

const systemPaths: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
    const folder = process.env[name]
    return folder === undefined ? [] : [join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')]
  }),
}

export interface Chromium {
  readonly executablePath?: string
  readonly args: string[]
}

/** CHROMIUM, else the system's, else Playwright's download. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM']
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`CHROMIUM names ${named}, and there is no such file`)
    return named
  }
  return (systemPaths[process.platform] ?? []).find(isBrowser) ?? findDownloaded()
}

export async function ensureChromium(): Promise<Chromium> {
  const found = findChromium() ?? installChromium()
  return { executablePath: found, args: chromiumArgs() }
}

/** Chromium takes the last such list only, so this one replaces Playwright's and repeats it. */
const disabledFeatures = [
  // Popups of the address bar, which each browser would render in advance in a process of their own.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]

/** No background requests, and no sandbox in containers. */
export function chromiumArgs(): string[] {
  return [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    // Containers have little /dev/shm.
    '--disable-dev-shm-usage',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${disabledFeatures.join()}`,
  ]
}

// Ubuntu's chromium-browser may be a stub that asks for a snap, so the version must be printed.
function isBrowser(path: string): boolean {
  if (!existsSync(path)) return false
  return process.platform === 'win32' || spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0
}

function findDownloaded(): string | undefined {
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

function installChromium(): string {
  const playwrightCli = createRequire(import.meta.url)
    .resolve('playwright/package.json')
    .replace('package.json', 'cli.js')
  const download = () => run(process.execPath, [playwrightCli, 'install', ...withDependencies(), 'chromium'])
  // Some networks reach only package registries.
  const installers = isDebianRoot() ? [installDebianPackage, download] : [download]
  for (const install of installers) {
    install()
    const found = findChromium()
    if (found !== undefined) return found
  }
  throw new Error(
    'There is no Chromium and none could be installed. Install one (Debian: apt-get install chromium; ' +
      'elsewhere: npx playwright install chromium), or name it in the environment variable CHROMIUM.',
  )
}

const installDebianPackage = (): void => installDebianPackages('chromium', 'fonts-liberation')

function withDependencies(): string[] {
  return process.platform === 'linux' && process.getuid?.() === 0 ? ['--with-deps'] : []
}
