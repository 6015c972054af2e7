import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staticClient } from './static-client.ts'

const folder = mkdtempSync(join(tmpdir(), 'holdfast-client-'))
const root = join(folder, 'web')
const script = `console.log(${JSON.stringify('hold fast '.repeat(200))})`
const scriptPath = '/assets/main-a1b2c3d4.js'
const built = '<!doctype html><meta property="csp-nonce" nonce="of-this-response"><title>Holdfast</title>'
const navigation = { accept: 'text/html,application/xhtml+xml' }

const read = async (path: string) => {
  const response = await setupApp().request(path, { headers: navigation })
  return { headers: response.headers, text: await response.text() }
}

function setupApp(at = root) {
  const app = new Hono()
  app.get('/api/known', (c) => c.json({ known: true }))
  app.route('/', staticClient(at))
  return app
}

beforeAll(() => {
  mkdirSync(join(root, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  writeFileSync(join(root, 'index.html'), built)
  writeFileSync(join(root, 'sw.js'), 'self')
  writeFileSync(join(root, '.sources'), 'hash')
  writeFileSync(join(root, 'manifest.webmanifest'), '{}')
  writeFileSync(join(root, scriptPath), script)
  writeFileSync(join(root, `${scriptPath}.br`), brotliCompressSync(script))
  writeFileSync(join(root, `${scriptPath}.gz`), gzipSync(script))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('the built client', () => {
  it('opens at the root and revalidates the page each time', async () => {
    const response = await setupApp().request('/')
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('<title>Holdfast</title>')
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-cache')
  })

  it('allows only the styles with the nonce of this response', async () => {
    const nonces = ['/', '/', '/index.html', '/projects'].map(async (path) => {
      const { headers, ...response } = await read(path)
      const [, nonce] = /nonce="([\w+/]{24})"/.exec(response.text)!
      expect(headers.get('content-security-policy')).toContain(`; style-src 'self' 'nonce-${nonce}'; `)
      expect(headers.get('etag'), 'a 304 would put a new policy over an old page').toBeNull()
      return nonce
    })
    expect(new Set(await Promise.all(nonces)).size).toBe(4)
  })

  it.each(['/sw.js', '/manifest.webmanifest'])('revalidates %s each time', async (path) => {
    const response = await setupApp().request(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-cache')
  })

  it('lets browsers cache files with a hash in their name forever', async () => {
    const response = await setupApp().request(scriptPath)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  })

  it.each([
    ['br', 'gzip, deflate, br', brotliCompressSync(script)],
    ['gzip', 'gzip, br;q=0', gzipSync(script)],
    [null, 'identity', Buffer.from(script)],
    [null, undefined, Buffer.from(script)],
  ])('responds with encoding %s to Accept-Encoding: %s', async (encoding, accepted, bytes) => {
    const response = await setupApp().request(scriptPath, { headers: accepted ? { 'accept-encoding': accepted } : {} })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toBe('accept-encoding')
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it.each([`${scriptPath}.br`, '/.sources'])('never serves %s, which is the build’s own', async (path) => {
    expect((await setupApp().request(path)).status).toBe(404)
  })

  it('returns 304 without a body for the current tag, and the file for another one', async () => {
    const app = setupApp()
    const etag = (await app.request('/sw.js')).headers.get('etag')!
    const again = await app.request('/sw.js', { headers: { 'if-none-match': `"other", W/${etag}` } })
    expect(again.status).toBe(304)
    expect(again.headers.get('etag')).toBe(etag)
    expect(await again.text()).toBe('')
    expect((await app.request('/sw.js', { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  it('gives each encoding its own ETag', async () => {
    const tagOf = async (accepted: string) =>
      (await setupApp().request(scriptPath, { headers: { 'accept-encoding': accepted } })).headers.get('etag')
    expect(new Set([await tagOf('br'), await tagOf('gzip'), await tagOf('identity')]).size).toBe(3)
  })

  it('responds to HEAD with the headers of GET and no body', async () => {
    const response = await setupApp().request('/sw.js', { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe('4')
    expect(await response.text()).toBe('')
  })
})

describe('a path that is not a file', () => {
  it('opens the app in a browser', async () => {
    const response = await setupApp().request('/projects?search=a', { headers: navigation })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('<title>Holdfast</title>')
  })

  it.each(['/projects', '/assets', '/assets/'])('is not found when a program requests %s', async (path) => {
    expect((await setupApp().request(path, { headers: { accept: '*/*' } })).status).toBe(404)
  })

  it.each(['/assets/gone-00000000.js', '/api/unknown', '/api', '/files/unknown'])(
    'never opens the app at %s',
    async (path) => {
      expect((await setupApp().request(path, { headers: navigation })).status).toBe(404)
    },
  )

  it('leaves server paths and writes alone', async () => {
    expect(await (await setupApp().request('/api/known')).json()).toEqual({ known: true })
    expect((await setupApp().request('/', { method: 'POST', headers: navigation })).status).toBe(404)
  })

  it.each(['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/%2e%2e%2fsecret.txt', '/..%5csecret.txt'])(
    'shows nothing outside of the build: %s',
    async (path) => {
      const response = await setupApp().request(path)
      expect(response.status).toBe(404)
      expect(await response.text()).not.toContain('secret')
    },
  )
})

it('explains what to do when there is no build', async () => {
  const response = await setupApp(join(folder, 'nothing-here')).request('/projects', { headers: navigation })
  expect(response.status).toBe(503)
  expect(await response.text()).toContain('npm run build')
  expect((await setupApp(join(folder, 'nothing-here')).request('/api/known')).status).toBe(200)
})
