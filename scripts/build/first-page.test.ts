import { expect, it } from 'vitest'
import { languages } from '#schema/app/languages.ts'
import { withLanding } from './first-page.ts'

it('the landing page names the product and links to the sign-in', () => {
  const html = withLanding('<!-- landing -->')
  const [english = ''] = /<main class="landing-words" lang="en"[\s\S]*?<\/main>/.exec(html) ?? []
  expect(english).toContain('<h1>Welcome to Holdfast</h1>')
  expect(english).toContain('<p>Your firm’s projects, investors and investments, online and offline.</p>')
  expect(english).toContain('<p>Please sign in to continue.</p>')
  expect(english).toContain('<button type="submit">Sign in</button>')
  expect(english).toContain('action="/api/login"')
  for (const { code, dir } of languages)
    expect(html).toContain(`<main class="landing-words" lang="${code}" dir="${dir}">`)
})

it('without scripts, a message in every language says that the app needs them', () => {
  const html = withLanding('<!-- without scripts -->')
  expect(html).toMatch(/^<noscript><p lang="en" dir="ltr">Holdfast needs JavaScript to run\.<\/p>.*<\/noscript>$/)
  for (const { code, dir } of languages) expect(html).toContain(`<p lang="${code}" dir="${dir}">`)
})
