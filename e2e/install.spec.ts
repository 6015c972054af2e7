import { loginAndKeep } from './app.ts'
import { expect, test } from './fixtures.ts'

interface Picture {
  readonly src: string
}

test('the app can be installed', async ({ page }) => {
  await loginAndKeep(page, 'manager')
  const session = await page.context().newCDPSession(page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  const { errors, manifest } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(manifest?.shortcuts?.length).toBeGreaterThan(0)
})

test('every picture in the manifest exists', async ({ page, server }) => {
  await page.goto('/')
  const manifest: { icons: Picture[]; screenshots: Picture[]; shortcuts: { icons: Picture[] }[] } = await (
    await fetch(`${server.url}/manifest.webmanifest`)
  ).json()
  const pictures = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons),
  ]
  for (const { src } of pictures) {
    const response = await fetch(server.url + src)
    expect(response.status, src).toBe(200)
    expect(response.headers.get('content-type'), src).toMatch(/^image\//)
  }
})
