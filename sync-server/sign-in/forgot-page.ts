import { html } from 'hono/html'
import { formPage } from '#server/http/pages/form-page.ts'
import type { PageWords } from '#server/http/pages/page-words.ts'
import { page } from '#server/http/pages/page.ts'

export function forgotPage(words: PageWords, { error }: { readonly error: string | null }) {
  const { say } = words
  return formPage(words, {
    title: say('forgotTitle'),
    heading: say('forgotHeading'),
    intro: html`<p>${say('forgotText')}</p>`,
    error,
    action: '/api/auth/forgot',
    fields: html`<label for="email">${say('email')}</label>
      <input id="email" name="email" type="email" autocomplete="username" required maxlength="254" />`,
    submit: say('forgotSend'),
    below: html`<p class="below"><a href="/api/login">${say('signIn')}</a></p>`,
  })
}

/** The same page whether the account exists or not. */
export function forgotAnsweredPage(words: PageWords, { byMail }: { readonly byMail: boolean }) {
  const { say } = words
  return page(
    words,
    say('forgotTitle'),
    html`<h1>${say(byMail ? 'forgotSentHeading' : 'forgotHeading')}</h1>
      <p>${say(byMail ? 'forgotSentText' : 'forgotAskText')}</p>
      <p><a href="/api/login">${say('signIn')}</a></p>`,
  )
}
