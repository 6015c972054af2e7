import { html, raw } from 'hono/html'
import type { PageWords } from '#server/http/pages/page-words.ts'
import { page } from '#server/http/pages/page.ts'

const codeInput = ({ say }: PageWords) =>
  html`<label for="code">${say('code')}</label>
    <input id="code" name="code" autocomplete="one-time-code" required maxlength="40" autofocus />`

const alert = (error: string | null) => (error ? html`<p class="error" role="alert">${error}</p>` : '')

export function codePage(words: PageWords, error: string | null) {
  const { say } = words
  return page(
    words,
    say('signInTitle'),
    html`<h1>${say('codeHeading')}</h1>
      <p>${say('codeText')}</p>
      ${alert(error)}
      <form method="post" action="/api/login/code">
        ${codeInput(words)}
        <button type="submit">${say('signIn')}</button>
      </form>
      <p class="below"><a href="/api/login">${say('signInAgain')}</a></p>`,
  )
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
  return page(
    words,
    say('enrolTitle'),
    html`<h1>${say('enrolHeading')}</h1>
      <p>${say('enrolText')}</p>
      <p><img src="${raw(picture)}" alt="${say('enrolPicture')}" width="200" height="200" /></p>
      <p>${say('enrolSecret')} <code>${secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code></p>
      ${alert(error)}
      <form method="post" action="/api/login/second-factor">
        <input type="hidden" name="offer" value="${offer}" />
        ${codeInput(words)}
        <button type="submit">${say('enrolConfirm')}</button>
      </form>`,
  )
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
