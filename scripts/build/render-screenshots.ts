// node scripts/build/render-screenshots.ts: takes the manifest's screenshots of a demo firm.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expectLive, loginAndSync } from '../../e2e/support/app.ts'
import { createDevice } from '../../e2e/support/device.ts'
import { createTestServer } from '../../e2e/support/server.ts'
import { root, runScript } from '../processes/programs.ts'
import { projectFolder } from './folders.ts'

const folder = join(projectFolder, 'web', 'public', 'screenshots')
const wide = { width: 1280, height: 800 }
const narrow = { width: 412, height: 892 }

if (await runScript(join(root, 'scripts', 'build.ts'), [], process.env)) process.exit(1)
await mkdir(folder, { recursive: true })
const server = await createTestServer()
await server.start()
const device = await createDevice(server.url)
const { page } = device

async function take(name: string): Promise<void> {
  await page.getByRole('row').nth(1).waitFor()
  await expectLive(page)
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
}

await loginAndSync(page, 'manager')
for (const [size, viewport] of Object.entries({ wide, narrow })) {
  await page.setViewportSize(viewport)
  await page.goto('/')
  await take(`${size}-dashboard`)
  await page.goto('/projects')
  await take(`${size}-projects`)
}
await device.remove()
await server.remove()
