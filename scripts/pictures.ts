// npm run pictures: every screen in every theme, direction and orientation, on one page.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { languages } from '#schema/app/languages.ts'
import type { Account } from '../e2e/support/accounts.ts'
import { login } from '../e2e/support/app.ts'
import { createDevice, visitOnce } from '../e2e/support/device.ts'
import { firstTheme, goTo, otherThemes, applyTheme, screens, setLanguage } from '../e2e/support/screens.ts'
import { createTestServer } from '../e2e/support/server.ts'
import { projectFolder } from './build/folders.ts'
import { root, runScript } from './processes/programs.ts'
import { stopWithLauncher } from './processes/stop-with-launcher.ts'

const themeIds = [firstTheme, ...otherThemes]

const folder = join(projectFolder, 'dist', 'pictures')
const sizes = { landscape: { width: 1180, height: 820 }, portrait: { width: 820, height: 1180 } } as const
type Size = keyof typeof sizes
const shownLanguages = languages.filter(({ code }) => code === 'en' || code === 'ar')

const asInvestor = ['/investor-portal']

interface Picture {
  readonly file: string
  readonly screen: string
  readonly theme: string
  readonly language: string
  readonly size: Size
}

stopWithLauncher()
if (await runScript(join(root, 'scripts', 'build.ts'), [], process.env)) process.exit(1)
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const server = await createTestServer()
await server.start()
const taken: Picture[] = []
try {
  await takeAll(
    'admin',
    screens.filter((path) => !asInvestor.includes(path)),
  )
  await takeAll('investor', asInvestor)
} finally {
  await server.remove()
}
await writeFile(join(folder, 'index.html'), pageOf(taken))
console.log(`${taken.length} pictures: ${join(folder, 'index.html')}`)

async function takeAll(account: Account, paths: readonly string[]): Promise<void> {
  const device = await createDevice(server.url, await visitOnce(server.url))
  const { page } = device
  await login(page, account)
  for (const { code } of shownLanguages) {
    await setLanguage(page, code)
    for (const path of paths) {
      await goTo(page, path)
      for (const size of Object.keys(sizes) as Size[]) await takeThemes(page, { screen: path, language: code, size })
    }
  }
  await device.remove()
}

async function takeThemes(page: Page, { screen, language, size }: Omit<Picture, 'file' | 'theme'>): Promise<void> {
  await page.setViewportSize(sizes[size])
  for (const theme of themeIds) {
    await applyTheme(page, theme)
    const file = `${[screen.slice(1).replaceAll('/', '-'), theme, language, size].join('.')}.jpg`
    await page.screenshot({ path: join(folder, file), type: 'jpeg', quality: 80, animations: 'disabled' })
    taken.push({ file, screen, theme, language, size })
  }
}

function pageOf(pictures: readonly Picture[]): string {
  const rows = Map.groupBy(pictures, ({ screen, language, size }) => `${screen} · ${language} · ${size}`)
  const rowsHtml = [...rows].map(([name, cells]) => `<tr><th scope="row">${name}</th>${cells.map(cell).join('')}</tr>`)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Holdfast in pictures</title>
<style>body{margin:1rem;font:14px system-ui;background:#ddd}table{border-spacing:8px}th{text-align:start;vertical-align:top}
thead th{position:sticky;inset-block-start:0;background:#ddd}img{inline-size:19rem;block-size:auto;display:block}</style></head>
<body><table><thead><tr><th></th>${themeIds.map((id) => `<th scope="col">${id}</th>`).join('')}</tr></thead>
<tbody>${rowsHtml.join('\n')}</tbody></table></body></html>
`
}

function cell({ file, screen, theme }: Picture): string {
  return `<td><a href="${file}"><img loading="lazy" src="${file}" alt="${screen} in ${theme}"></a></td>`
}
