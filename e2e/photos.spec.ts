import type { Page } from 'playwright/test'
import { textPdf } from '../web/test/text-pdf.ts'
import { expectLive, findRow, loginAndSync, openScreen, uniqueName, uploadDocument } from './support/app.ts'
import { expect, test } from './support/fixtures.ts'

async function takePhoto(page: Page, name: string) {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 1600
    canvas.height = 1200
    const context = canvas.getContext('2d')!
    context.fillRect(0, 0, 1600, 1200)
    context.fillStyle = '#fff'
    for (const [x, y] of [
      [300, 100],
      [1250, 140],
      [1300, 1100],
      [240, 1060],
    ] as const)
      context.lineTo(x, y)
    context.fill()
    return canvas.toDataURL('image/jpeg').split(',')[1]!
  })
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') }
}

test('on a tablet without a connection, two photos become one PDF of an investment, which arrives and opens offline', async ({
  page,
  server,
  stopServer,
  startServer,
}) => {
  const manager = await server.signIn('manager')
  const [project, paper, lease] = [uniqueName('Quay'), uniqueName('Subscription'), uniqueName('Lease')]
  const { id: projectId } = await manager.create('projects', { name: project, type: 'COMMERCIAL' })
  const { id: investorId } = await manager.create('investors', {
    firstName: 'Elif',
    email: `${uniqueName('elif').replace(' ', '')}@demo.test`,
  })
  const { id } = await manager.create('investments', {
    projectId,
    investorId,
    amount: '1000.00',
    investmentDate: '2025-01-01',
  })
  await page.setViewportSize({ width: 820, height: 1180 })
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Investments')
  await findRow(page, project)
  await page.goto(`/investments?dialog=details&record=${id}&tab=documents`)
  const documents = page.getByRole('region', { name: 'Documents' })
  await documents.getByRole('link', { name: 'Upload document' }).waitFor()
  await stopServer()
  await documents.getByRole('link', { name: 'Upload document' }).click()
  const form = page.getByRole('dialog', { name: 'Upload document' })
  const photos = form.getByLabel('Choose photos', { exact: true })
  await photos.setInputFiles(await takePhoto(page, 'one.jpg'))
  const pages = form.getByRole('region', { name: 'Photographed pages' }).getByRole('img', { name: /^Page \d/ })
  await expect(pages).toHaveCount(1)
  // A killed tab loses nothing.
  await page.reload()
  await expect(pages).toHaveCount(1)
  await photos.setInputFiles(await takePhoto(page, 'two.jpg'))
  await expect(pages).toHaveCount(2)
  await form.getByLabel('Name', { exact: true }).fill(paper)
  await form.getByRole('button', { name: 'Upload document' }).click()
  await expect(documents.getByText(paper)).toBeVisible()

  await startServer()
  const stored = async () => (await manager.list('documents')).find(({ name }) => name === paper)
  await expect.poll(async () => (await stored())?.['fileState']).toBe('STORED')
  const document = (await stored())!
  expect(document).toMatchObject({ projectId, investorId, mimeType: 'application/pdf' })
  await expectLive(page)
  const content = await page.evaluate(async (path) => (await fetch(path)).text(), `/files/${document.id}`)
  expect([content.slice(0, 5), content.match(/\/Type \/Page /g)?.length]).toEqual(['%PDF-', 2])

  await page.keyboard.press('Escape')
  await openScreen(page, 'Documents')
  await uploadDocument(page, lease, Buffer.from(textPdf('Harbour quay', 'Rent of the quay')))
  await page.getByRole('button', { name: lease, exact: true }).click()
  await page.getByRole('button', { name: 'Make available offline' }).click()
  await expect(page.getByText('Available offline', { exact: true })).toBeVisible()
  const leaseId = (await manager.list('documents')).find(({ name }) => name === lease)!.id
  await stopServer()
  await page.goto(`/view/documents/${document.id}`)
  await expect(page.getByRole('region', { name: 'Page 2 of 2' })).toBeVisible()
  await page.goto(`/view/documents/${leaseId}`)
  await page.getByRole('searchbox').fill('QUAY')
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible()
})
