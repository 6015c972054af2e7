import { expect, it } from 'vitest'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()

it.each([
  ['en', 'The file could not be shared', 'Open Holdfast'],
  ['tr', 'Dosya paylaşılamadı', 'Holdfast’ı aç'],
])('without a service worker a shared file is refused with a page: %s', async (language, title, way) => {
  const body = new FormData()
  body.append('files', new File(['x'.repeat(3_000_000)], 'Plan.pdf', { type: 'application/pdf' }))
  const headers = { 'accept-language': language }
  const response = await server.app.request('/share', { method: 'POST', body, headers })
  const text = await response.text()
  expect(response.status).toBe(503)
  expect(text).toContain(`<h1>${title}</h1>`)
  expect(text).toContain(`href="/">${way}</a>`)
})
