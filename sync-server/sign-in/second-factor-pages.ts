import { html, raw } from 'hono/html'
import { formPage } from '#server/http/pages/form-page.ts'
import type { PageTexts } from '#server/http/pages/page-texts.ts'
import { page } from '#server/http/pages/page.ts'

const codeInput = ({ t }: PageTexts) =>
  html`<label for="code">${t('code')}</label>
    <input id="code" name="code" autocomplete="one-time-code" required maxlength="40" autofocus />`

export function codePage(texts: PageTexts, error: string | null) {
  const { t } = texts
  return formPage(texts, {
    title: t('signInTitle'),
    heading: t('codeHeading'),
    intro: html`<p>${t('codeText')}</p>`,
    error,
    action: '/api/login/code',
    fields: codeInput(texts),
    submit: t('signIn'),
    below: html`<p class="below"><a href="/api/login">${t('signInAgain')}</a></p>`,
  })
}

interface EnrolPage {
  readonly offer: string
  readonly secret: string
  readonly picture: string
  readonly error: string | null
}

export function enrolPage(texts: PageTexts, { offer, secret, picture, error }: EnrolPage) {
  const { t } = texts
  return formPage(texts, {
    title: t('enrolTitle'),
    heading: t('enrolHeading'),
    intro: html`<p>${t('enrolText')}</p>
      <p><img src="${raw(picture)}" alt="${t('enrolPicture')}" width="200" height="200" /></p>
      <p>${t('enrolSecret')} <code>${secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code></p>`,
    error,
    action: '/api/login/second-factor',
    hidden: { offer },
    fields: codeInput(texts),
    submit: t('enrolConfirm'),
  })
}

export function recoveryCodesPage(texts: PageTexts, codes: readonly string[], returnTo: string) {
  const { t } = texts
  return page(
    texts,
    t('enrolTitle'),
    html`<h1>${t('recoveryHeading')}</h1>
      <p>${t('recoveryText')}</p>
      <ul class="codes">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <p><a class="button main" href="${returnTo}">${t('recoveryGoOn')}</a></p>`,
  )
}
