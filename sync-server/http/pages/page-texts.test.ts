import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { languages } from '#schema/app/languages.ts'
import { themes } from '#schema/themes/themes.ts'
import { invitationPage, spentInvitationPage } from '#server/firms/invitation-page.ts'
import { loginPage, logoutPage } from '#server/sign-in/login-page.ts'
import { respondWithCode, respondNotFound } from '#server/http/errors.ts'
import { pageTexts } from './page-texts.ts'

const demoAccounts = [{ email: 'admin@demo.test', firm: 'Demo', role: 'ADMIN' }] as const
const invitation = { tenantName: '<Quay>', email: 'ines@example.com', message: null }

const app = new Hono()
  .get('/login', (context) =>
    context.html(
      loginPage(pageTexts(context), { returnTo: '/', email: '', error: null, demoPassword: 'x', demoAccounts }),
    ),
  )
  .get('/logout', (context) => context.html(logoutPage(pageTexts(context))))
  .get('/spent', (context) => context.html(spentInvitationPage(pageTexts(context))))
  .get('/invitation', (context) => {
    const shown = { invitation, token: '', firstName: '', lastName: '', error: null }
    return context.html(invitationPage(pageTexts(context), shown))
  })
  .get('/files/:id', (context) => respondWithCode(context, 'RATE_LIMITED'))
  .notFound(respondNotFound)

const read = async (path: string, headers: Record<string, string>) => (await app.request(path, { headers })).text()

const textsOf = (code: string) => {
  const file = new URL(`../../../schema/locales/${code}/pages.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>
}

describe.each(languages)('in $name', ({ code, dir }) => {
  const texts = textsOf(code)

  it('every page is in the browser’s preferred language', async () => {
    const headers = { 'accept-language': `xx;q=0.9, en;q=0.3, ${code}-ZZ;q=0.8` }
    const pages = await Promise.all(['/login', '/logout', '/spent', '/invitation'].map((path) => read(path, headers)))
    for (const page of pages) expect(page).toContain(`<html lang="${code}" dir="${dir}" data-theme="">`)
    const headings = ['signInHeading', 'signOutHeading', 'invitationHeading', 'firstName']
    for (const [index, key] of headings.entries()) expect(pages[index]).toContain(`>${texts[key]}<`)
    expect(pages[0]).toContain(texts['demoRole.ADMIN'])
  })

  it('an unknown address is a page for browsers and a code for programs', async () => {
    const headers = { accept: 'text/html', cookie: `preferred-language=${code}; theme=gold` }
    for (const [path, kind] of [
      ['/files/plan', 'throttled'],
      ['/nowhere', 'missing'],
    ] as const) {
      const page = await read(path, headers)
      expect(page).toContain(`<html lang="${code}" dir="${dir}" data-theme="gold">`)
      for (const part of ['heading', 'text']) expect(page).toContain(texts[`problem.${kind}.${part}`])
      expect(JSON.parse(await read(path, { accept: '*/*' }))).toMatchObject({ code: expect.any(String) })
    }
  })

  it('the language chosen on this device comes first', async () => {
    const others = languages.filter((each) => each.code !== code).map((each) => each.code)
    const headers = { 'accept-language': others.join(), cookie: `preferred-language=${code}` }
    expect(await read('/login', headers)).toContain(`<html lang="${code}"`)
  })

  it('typed text is escaped in a sentence', async () => {
    const page = await read('/invitation', { cookie: `preferred-language=${code}` })
    expect(page).toContain('&lt;Quay&gt;')
    expect(page).not.toContain('{{')
  })
})

it('a page in an unavailable language is shown in English', async () => {
  const headers = { 'accept-language': 'xx, *;q=0.1', cookie: 'preferred-language=../..' }
  expect(await read('/login', headers)).toContain('<html lang="en" dir="ltr" data-theme="">')
  expect(await read('/login', {})).toContain('<html lang="en" dir="ltr" data-theme="">')
})

it.each(themes)('a page has the colors of the theme $id when it was chosen on this device', async ({ id, colors }) => {
  const page = await read('/login', { cookie: `theme=${id}` })
  expect(page).toContain(`<html lang="en" dir="ltr" data-theme="${id}">`)
  const [, paint] = new RegExp(`:root\\[data-theme=${id}\\] \\{ ([^}]*)`).exec(page)!
  for (const color of ['canvas', 'surface', 'text', 'dimmed', 'brand', 'onBrand', 'dangerText'] as const)
    expect(paint).toContain(colors[color])
})

it('without a choice, or with one that does not exist, a page is as light as the system wants', async () => {
  for (const cookie of ['', 'theme=neon', 'theme="><script>']) {
    const page = await read('/login', { cookie })
    expect(page).toContain('<html lang="en" dir="ltr" data-theme="">')
    expect(page).toMatch(/@media \(prefers-color-scheme: dark\) \{ :root \{ color-scheme: dark/)
  }
})
