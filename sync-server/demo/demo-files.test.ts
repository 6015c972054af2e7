import { describe, expect, it } from 'vitest'
import { demoOf } from './demo.ts'
import { createApp } from '../app.ts'
import { create, project, update } from '../test/changes.ts'
import { as } from '../test/device.ts'
import { createFirm } from '../test/firm.ts'
import { setupServer } from '../test/server.ts'
import { filePathOf } from '#schema/files.ts'
import { onePagePdf } from './one-page-pdf.ts'

const server = await setupServer()

async function setupDocument() {
  const firm = await createFirm(server)
  const staff = as(server, firm.admin)
  const home = project()
  const paper = create('documents', { name: 'Plan (2026) é', type: 'FACT_SHEET', projectId: home.id })
  const path = filePathOf(paper.id)
  await staff.write(home, { ...paper, fields: { ...paper.fields, url: path } })
  return { ...firm, staff, reader: as(server, firm.investor), home, paper, path }
}

describe('a document of the demo', () => {
  it('opens as a PDF for people who may see it, and for nobody else', async () => {
    const { staff, reader, home, path } = await setupDocument()
    for (const device of [staff, reader]) {
      const response = await device.get(path)
      expect([response.status, (await response.text()).slice(0, 5)]).toEqual([200, '%PDF-'])
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="Plan (2026) _.pdf"; filename*=UTF-8''Plan%20%282026%29%20%C3%A9.pdf`,
        'content-security-policy': 'sandbox',
        'x-content-type-options': 'nosniff',
      })
    }
    await staff.write(update('projects', home.id, { isVisibleToInvestors: false }, { isVisibleToInvestors: true }))
    expect([(await reader.get(path)).status, (await staff.get(path)).status]).toEqual([404, 200])
    expect((await as(server, (await createFirm(server)).admin).get(path)).status).toBe(404)
  })

  it('asks a stranger to sign in, and comes back', async () => {
    const { path } = await setupDocument()
    const response = await as(server, null).get(path, { accept: 'text/html' })
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      `/api/login?returnTo=${encodeURIComponent(path)}`,
    ])
  })

  it('does not exist when its address is another one, or outside of the demo', async () => {
    const { staff, admin, path } = await setupDocument()
    const elsewhere = create('documents', { name: 'Elsewhere', url: 'https://example.com/a.pdf' })
    await staff.write(elsewhere)
    expect((await staff.get(filePathOf(elsewhere.id))).status).toBe(404)
    expect((await staff.get('/files/x')).status).toBe(404)
    const app = createApp({ ...server, demo: demoOf(false) })
    expect((await as({ ...server, app }, admin).get(path)).status).toBe(404)
  })
})

it('a PDF’s page holds its words, and its cross-reference table their places', () => {
  const text = Buffer.from(onePagePdf('A (b) \\ İ', ['é'])).toString('latin1')
  expect(text).toContain('(A \\(b\\) \\\\ ?)')
  const [, start] = /startxref\n(\d+)/.exec(text)!
  expect(text.slice(Number(start)).startsWith('xref')).toBe(true)
  for (const [, offset] of text.matchAll(/^(\d{10}) 00000 n/gm)) expect(text.slice(Number(offset))).toMatch(/^\d 0 obj/)
})
