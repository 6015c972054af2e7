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
  const { t, markup } = words
  return formPage(words, {
    title: t('resetTitle'),
    heading: t('resetHeading'),
    intro: html`<p>${markup('resetText', { email })}</p>`,
    error,
    action: '/api/auth/reset',
    hidden: { token },
    fields: html`<input type="hidden" name="username" autocomplete="username" value="${email}" />
      ${newPasswordField(words)}`,
    submit: t('savePassword'),
  })
}

export function spentResetPage(words: PageWords) {
  const { t } = words
  return page(
    words,
    t('resetTitle'),
    html`<h1>${t('resetSpentHeading')}</h1>
      <p>${t('resetSpentText')}</p>
      <p><a href="/api/auth/forgot">${t('forgotLink')}</a></p>
      <p><a href="/api/login">${t('signIn')}</a></p>`,
  )
}
