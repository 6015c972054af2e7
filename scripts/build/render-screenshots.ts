// Takes the manifest's pictures of the app anew, from a demo firm of its own: node scripts/build/render-screenshots.ts
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { loginAndKeep, openScreen } from '../../e2e/app.ts'
import { createDevice } from '../../e2e/device.ts'
import { createTestServer } from '../../e2e/server.ts'
import { build } from '../build.ts'
import { projectFolder } from './places.ts'

const folder = join(projectFolder, 'web', 'public', 'screenshots')
const wide = { width: 1280, height: 800 }
const narrow = { width: 412, height: 892 }

await build()
await mkdir(folder, { recursive: true })
const server = await createTestServer(60_000)
await server.start()
const { page, remove } = await createDevice(server.url)
const take = (name: string) => page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })

await loginAndKeep(page, 'manager')
await openScreen(page, 'Projects')
await page.getByRole('row').nth(1).waitFor()
await take('wide-projects')
await page.goto('/')
await page.getByRole('row').nth(1).waitFor()
await take('wide-dashboard')
await page.setViewportSize(narrow)
await take('narrow-dashboard')
await page.goto('/projects')
await page.getByRole('row').nth(1).waitFor()
await take('narrow-projects')
await page.setViewportSize(wide)
await remove()
await server.remove()
