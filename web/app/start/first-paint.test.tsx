import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { personCookie } from '#schema/app/person-cookie.ts'

const root = document.documentElement
let visits = 0

async function visit(prefersDark = false) {
  vi.stubGlobal('matchMedia', () => ({ matches: prefersDark }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const path = `./first-paint.ts?visit=${++visits}`
  await import(/* @vite-ignore */ path)
  return { theme: root.dataset['theme'], scheme: root.dataset['mantineColorScheme'], visit: root.dataset['visit'] }
}

const forgetPerson = () => (document.cookie = `${personCookie}=; Path=/; Max-Age=0`)
const address = location.pathname + location.search

beforeEach(() => {
  localStorage.clear()
  forgetPerson()
  for (const name of ['theme', 'mantineColorScheme', 'visit']) delete root.dataset[name]
  root.lang = root.dir = ''
  onTestFinished(() => {
    localStorage.clear()
    forgetPerson()
    history.replaceState(null, '', address)
    for (const each of document.querySelectorAll('link[rel=manifest]')) each.remove()
  })
})

test('before the first paint the page has the chosen theme, else that of the system', async () => {
  expect(await visit(false)).toMatchObject({ theme: 'light', scheme: 'light' })
  expect(await visit(true)).toMatchObject({ theme: 'dark', scheme: 'dark' })
  localStorage.setItem('theme', 'light')
  expect(await visit(true)).toMatchObject({ theme: 'light', scheme: 'light' })
  localStorage.setItem('theme', 'a theme of a later version')
  expect(await visit(true)).toMatchObject({ theme: 'dark' })
})

test('the page has a language and a direction before the first paint', async () => {
  localStorage.setItem('preferred-language', 'xx')
  await visit()
  expect([root.lang, root.dir]).toEqual(['en', 'ltr'])
  const manifest = () => [...document.querySelectorAll('link[rel=manifest]')].at(-1)
  expect(manifest()!.getAttribute('href')).toBe('/manifest.webmanifest')
  manifest()!.remove()
  localStorage.setItem('preferred-language', 'ar')
  await visit()
  expect([root.lang, root.dir, manifest()!.getAttribute('href')]).toEqual(['ar', 'rtl', '/manifest.ar.webmanifest'])
})

test('a browser that denies its storage still gets a page', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  onTestFinished(() => void vi.restoreAllMocks())
  expect(await visit()).toMatchObject({ theme: 'light' })
  expect(root.lang).toBe('en')
})

test('the landing page is rendered immediately only for a new visitor at the root address', async () => {
  history.replaceState(null, '', '/')
  expect((await visit()).visit).toBeUndefined()
  document.cookie = `${personCookie}=somebody; Path=/`
  expect((await visit()).visit).toBe('known')
  forgetPerson()
  delete root.dataset['visit']
  history.replaceState(null, '', '/projects')
  expect((await visit()).visit).toBe('known')
})
