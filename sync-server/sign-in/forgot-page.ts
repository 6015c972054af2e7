import { html } from 'hono/html'
import { formPage } from '#server/http/pages/form-page.ts'
import type { PageTexts } from '#server/http/pages/page-texts.ts'
import { page } from '#server/http/pages/page.ts'

export function forgotPage(texts: PageTexts, { error }: { readonly error: string | null }) {
  const { t } = texts
  return formPage(texts, {
    title: t('forgotTitle'),
    heading: t('forgotHeading'),
    intro: html`<p>${t('forgotText')}</p>`,
    error,
    action: '/api/auth/forgot',
    fields: html`<label for="email">${t('email')}</label>
      <input id="email" name="email" type="email" autocomplete="username" required maxlength="254" />`,
    submit: t('forgotSend'),
    below: html`<p class="below"><a href="/api/login">${t('signIn')}</a></p>`,
  })
}

/** Also if the account does not exist. */
export function forgotSentPage(texts: PageTexts, { byMail }: { readonly byMail: boolean }) {
  const { t } = texts
  return page(
    texts,
    t('forgotTitle'),
    html`<h1>${t(byMail ? 'forgotSentHeading' : 'forgotHeading')}</h1>
      <p>${t(byMail ? 'forgotSentText' : 'forgotAskText')}</p>
      <p><a href="/api/login">${t('signIn')}</a></p>`,
  )
}
