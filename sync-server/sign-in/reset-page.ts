import { html } from 'hono/html'
import { newPasswordField } from '#server/http/pages/new-password.ts'
import type { PageWords } from '#server/http/pages/page-words.ts'
import { page } from '#server/http/pages/page.ts'

interface ResetPage {
  readonly email: string
  readonly token: string
  readonly error: string | null
}

export function resetPage(words: PageWords, { email, token, error }: ResetPage) {
  const { say } = words
  return page(
    words,
    say('resetTitle'),
    html`<h1>${say('resetHeading')}</h1>
      <p>${say('resetText', { email })}</p>
      ${error ? html`<p class="error" role="alert">${error}</p>` : ''}
      <form method="post" action="/api/auth/reset">
        <input type="hidden" name="token" value="${token}" />
        <input type="hidden" name="username" autocomplete="username" value="${email}" />
        ${newPasswordField(words)}
        <button type="submit">${say('savePassword')}</button>
      </form>`,
  )
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
