import { html, raw } from 'hono/html'
import { formPage } from '#server/http/pages/form-page.ts'
import type { PageWords } from '#server/http/pages/page-words.ts'
import { page } from '#server/http/pages/page.ts'

const codeInput = ({ say }: PageWords) =>
  html`<label for="code">${say('code')}</label>
    <input id="code" name="code" autocomplete="one-time-code" required maxlength="40" autofocus />`

export function codePage(words: PageWords, error: string | null) {
  const { say } = words
  return formPage(words, {
    title: say('signInTitle'),
    heading: say('codeHeading'),
    intro: html`<p>${say('codeText')}</p>`,
    error,
    action: '/api/login/code',
    fields: codeInput(words),
    submit: say('signIn'),
    below: html`<p class="below"><a href="/api/login">${say('signInAgain')}</a></p>`,
  })
}

interface EnrolPage {
  readonly offer: string
  readonly secret: string
  /** QR code. */
  readonly picture: string
  readonly error: string | null
}

export function enrolPage(words: PageWords, { offer, secret, picture, error }: EnrolPage) {
  const { say } = words
  return formPage(words, {
    title: say('enrolTitle'),
    heading: say('enrolHeading'),
    intro: html`<p>${say('enrolText')}</p>
      <p><img src="${raw(picture)}" alt="${say('enrolPicture')}" width="200" height="200" /></p>
      <p>${say('enrolSecret')} <code>${secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code></p>`,
    error,
    action: '/api/login/second-factor',
    hidden: { offer },
    fields: codeInput(words),
    submit: say('enrolConfirm'),
  })
}

export function recoveryCodesPage(words: PageWords, codes: readonly string[], returnTo: string) {
  const { say } = words
  return page(
    words,
    say('enrolTitle'),
    html`<h1>${say('recoveryHeading')}</h1>
      <p>${say('recoveryText')}</p>
      <ul class="codes">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <p><a class="button main" href="${returnTo}">${say('recoveryGoOn')}</a></p>`,
  )
}
