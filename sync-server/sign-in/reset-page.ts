import { html } from 'hono/html'
import { newPasswordField } from '#server/http/pages/new-password.ts'
import { formPage } from '#server/http/pages/form-page.ts'
import type { PageWords } from '#server/http/pages/page-words.ts'
import { page } from '#server/http/pages/page.ts'

interface ResetPage {
  readonly email: string
  readonly token: string
  readonly error: string | null
}

export function resetPage(words: PageWords, { email, token, error }: ResetPage) {
  const { say } = words
  return formPage(words, {
    title: say('resetTitle'),
    heading: say('resetHeading'),
    intro: html`<p>${say('resetText', { email })}</p>`,
    error,
    action: '/api/auth/reset',
    hidden: { token },
    fields: html`<input type="hidden" name="username" autocomplete="username" value="${email}" />
      ${newPasswordField(words)}`,
    submit: say('savePassword'),
  })
}

export function spentResetPage(words: PageWords) {
  const { say } = words
  return page(
    words,
    say('resetTitle'),
    html`<h1>${say('resetSpentHeading')}</h1>
      <p>${say('resetSpentText')}</p>
      <p><a href="/api/auth/forgot">${say('forgotLink')}</a></p>
      <p><a href="/api/login">${say('signIn')}</a></p>`,
  )
}
