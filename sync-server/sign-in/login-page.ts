// Signing in and out.
import { html } from 'hono/html'
import { page } from '../http/page.ts'

export interface LoginPage {
  readonly returnTo: string
  readonly email: string
  readonly error: string | null
  readonly demoAccounts: readonly { readonly email: string; readonly label: string }[]
  readonly demoPassword: string
}

const demoButtons = ({ demoAccounts, demoPassword, returnTo }: LoginPage) =>
  html`<section aria-label="Demo accounts">
    <p>Demo accounts</p>
    ${demoAccounts.map(
      (account) =>
        html`<form method="post" action="/api/login">
          <input type="hidden" name="returnTo" value="${returnTo}" />
          <input type="hidden" name="email" value="${account.email}" />
          <input type="hidden" name="password" value="${demoPassword}" />
          <button type="submit">${account.label} <small>${account.email}</small></button>
        </form>`,
    )}
  </section>`

export const loginPage = (shown: LoginPage) =>
  page(
    'Sign in',
    html`<h1>Sign in to Holdfast</h1>
      <p>Your work is kept on this device, online or not.</p>
      ${shown.error ? html`<p class="error" role="alert">${shown.error}</p>` : ''}
      <form method="post" action="/api/login">
        <input type="hidden" name="returnTo" value="${shown.returnTo}" />
        <label for="email">Email</label>
        <input id="email" name="email" type="email" autocomplete="username" required value="${shown.email}" />
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required />
        <button type="submit">Sign in</button>
      </form>
      ${shown.demoAccounts.length ? demoButtons(shown) : ''}`,
  )

/** Asks first when a page of another site sent the person to log out. */
export const logoutPage = () =>
  page(
    'Sign out',
    html`<h1>Sign out of Holdfast?</h1>
      <p>Another site sent you here.</p>
      <form method="post" action="/api/logout"><button type="submit">Sign out</button></form>
      <p><a href="/">Stay signed in</a></p>`,
  )
