import { html } from 'hono/html'
import type { Role } from '#schema/kernel/enumerations.ts'
import { formPage } from '#server/http/pages/form-page.ts'
import type { PageWords } from '#server/http/pages/page-words.ts'
import { page } from '#server/http/pages/page.ts'

export interface ShownAccount {
  readonly email: string
  readonly firm: string
  readonly role: Role
}

export interface LoginPage {
  readonly returnTo: string
  readonly email: string
  /** Unsent changes on the device. */
  readonly waiting?: number
  readonly error: string | null
  readonly demoAccounts: readonly ShownAccount[]
  readonly demoPassword: string
  /** The firm whose provider is offered. */
  readonly provider?: { readonly id: string; readonly name: string } | undefined
}

const demoButtons = ({ say }: PageWords, { demoAccounts, demoPassword, returnTo }: LoginPage) =>
  html`<section aria-label="${say('demo')}">
    <p>${say('demo')}</p>
    ${demoAccounts.map(
      (account) =>
        html`<form method="post" action="/api/login">
          <input type="hidden" name="returnTo" value="${returnTo}" />
          <input type="hidden" name="email" value="${account.email}" />
          <input type="hidden" name="password" value="${demoPassword}" />
          <button type="submit">
            ${account.firm} · ${say(`demoRole.${account.role}`)} <small>${account.email}</small>
          </button>
        </form>`,
    )}
  </section>`

const providerButton = (
  { say }: PageWords,
  { id, name }: { readonly id: string; readonly name: string },
  returnTo: string,
) =>
  html`<section aria-label="${say('providerWay')}">
    <a class="button" href="/api/auth/oidc?${new URLSearchParams({ firm: id, returnTo }).toString()}">
      ${say('providerSignIn', { firm: name })}
    </a>
  </section>`

export function loginPage(words: PageWords, shown: LoginPage) {
  const { say } = words
  return formPage(words, {
    title: say('signInTitle'),
    heading: say('signInHeading'),
    intro: html`<p>${shown.waiting ? say('signInWaiting', { n: shown.waiting }) : say('signInPromise')}</p>`,
    error: shown.error,
    action: '/api/login',
    hidden: { returnTo: shown.returnTo, waiting: shown.waiting || undefined, firm: shown.provider?.id },
    fields: html`<label for="email">${say('email')}</label>
      <input id="email" name="email" type="email" autocomplete="username" required value="${shown.email}" />
      <label for="password">${say('password')}</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required />`,
    submit: say('signIn'),
    below: html`<p class="below"><a href="/api/auth/forgot">${say('forgotLink')}</a></p>
      ${shown.provider ? providerButton(words, shown.provider, shown.returnTo) : ''}
      ${shown.demoAccounts.length ? demoButtons(words, shown) : ''}`,
  })
}

/** Asks for confirmation after a cross-site link. */
export function logoutPage(words: PageWords) {
  const { say } = words
  return page(
    words,
    say('signOutTitle'),
    html`<h1>${say('signOutHeading')}</h1>
      <p>${say('signOutText')}</p>
      <form method="post" action="/api/logout"><button type="submit">${say('signOut')}</button></form>
      <p><a href="/">${say('staySignedIn')}</a></p>`,
  )
}
