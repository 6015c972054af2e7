import { html } from 'hono/html'
import { newPasswordField } from '#server/http/pages/new-password.ts'
import { formPage } from '#server/http/pages/form-page.ts'
import type { PageTexts } from '#server/http/pages/page-texts.ts'
import { page } from '#server/http/pages/page.ts'

interface ResetPage {
  readonly email: string
  readonly token: string
  readonly error: string | null
}

export function resetPage(texts: PageTexts, { email, token, error }: ResetPage) {
  const { t, markup } = texts
  return formPage(texts, {
    title: t('resetTitle'),
    heading: t('resetHeading'),
    intro: html`<p>${markup('resetText', { email })}</p>`,
    error,
    action: '/api/auth/reset',
    hidden: { token },
    fields: html`<input type="hidden" name="username" autocomplete="username" value="${email}" />
      ${newPasswordField(texts)}`,
    submit: t('savePassword'),
  })
}

export function spentResetPage(texts: PageTexts) {
  const { t } = texts
  return page(
    texts,
    t('resetTitle'),
    html`<h1>${t('resetSpentHeading')}</h1>
      <p>${t('resetSpentText')}</p>
      <p><a href="/api/auth/forgot">${t('forgotLink')}</a></p>
      <p><a href="/api/login">${t('signIn')}</a></p>`,
  )
}
