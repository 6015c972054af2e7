import { html } from 'hono/html'
import { formPage } from '#server/http/pages/form-page.ts'
import type { PageWords } from '#server/http/pages/page-words.ts'
import { page } from '#server/http/pages/page.ts'

export function forgotPage(words: PageWords, { error }: { readonly error: string | null }) {
  const { t } = words
  return formPage(words, {
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

/** The same page whether the account exists or not. */
export function forgotAnsweredPage(words: PageWords, { byMail }: { readonly byMail: boolean }) {
  const { t } = words
  return page(
    words,
    t('forgotTitle'),
    html`<h1>${t(byMail ? 'forgotSentHeading' : 'forgotHeading')}</h1>
      <p>${t(byMail ? 'forgotSentText' : 'forgotAskText')}</p>
      <p><a href="/api/login">${t('signIn')}</a></p>`,
  )
}
