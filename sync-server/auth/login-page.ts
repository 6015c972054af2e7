// The sign-in page: plain HTML without scripts, so that it works before anything else does.
import { html } from 'hono/html'

export interface LoginPage {
  readonly returnTo: string
  readonly email: string
  readonly error: string | null
  readonly demoAccounts: readonly { readonly email: string; readonly label: string }[]
  readonly demoPassword: string
}

const styles = `
:root { color-scheme: light dark; --ground: #f4f6f5; --card: #fff; --ink: #14211d; --soft: #4c5c56; --line: #c6d0cb; --brand: #0b6b53; --on-brand: #fff; --bad: #a32626 }
@media (prefers-color-scheme: dark) { :root { --ground: #0f1614; --card: #18211e; --ink: #eaf2ee; --soft: #a9b8b1; --line: #3a4843; --brand: #5fd0ab; --on-brand: #06281d; --bad: #ff9c9c } }
* { box-sizing: border-box }
body { margin: 0; min-block-size: 100vh; display: grid; place-items: center; padding: 16px; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { inline-size: min(420px, 100%); background: var(--card); border: 1px solid var(--line); border-radius: 16px; padding: 32px 28px }
h1 { font-size: 1.5rem; margin: 0 0 4px; letter-spacing: -.01em } p { margin: 0 0 20px; color: var(--soft) }
label { display: block; font-weight: 600; margin-block: 14px 6px }
input { inline-size: 100%; min-block-size: 48px; padding: 0 14px; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 10px }
button { inline-size: 100%; min-block-size: 48px; margin-block-start: 20px; font: inherit; font-weight: 600; border-radius: 10px; border: 1px solid transparent; background: var(--brand); color: var(--on-brand); cursor: pointer }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px }
.error { color: var(--bad); font-weight: 600; margin: 0 }
section { margin-block-start: 28px; border-block-start: 1px solid var(--line); padding-block-start: 18px } section p { margin-block-end: 4px; font-size: .9rem }
section button { margin-block-start: 8px; background: transparent; color: inherit; border-color: var(--line); font-weight: 500; text-align: start; padding-inline: 14px }
a { color: inherit }`

export const loginPage = ({ returnTo, email, error, demoAccounts, demoPassword }: LoginPage) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Sign in · Holdfast</title>
        <link rel="icon" href="/icons/icon.svg" />
        <style>
          ${styles}
        </style>
      </head>
      <body>
        <main>
          <h1>Sign in to Holdfast</h1>
          <p>Your work is kept on this device, online or not.</p>
          ${error ? html`<p class="error" role="alert">${error}</p>` : ''}
          <form method="post" action="/api/login">
            <input type="hidden" name="returnTo" value="${returnTo}" />
            <label for="email">Email</label>
            <input id="email" name="email" type="email" autocomplete="username" required value="${email}" />
            <label for="password">Password</label>
            <input id="password" name="password" type="password" autocomplete="current-password" required />
            <button type="submit">Sign in</button>
          </form>
          ${
            demoAccounts.length
              ? html`<section aria-label="Demo accounts">
                  <p>Demo accounts</p>
                  ${demoAccounts.map(
                    (account) =>
                      html`<form method="post" action="/api/login">
                        <input type="hidden" name="returnTo" value="${returnTo}" />
                        <input type="hidden" name="email" value="${account.email}" />
                        <input type="hidden" name="password" value="${demoPassword}" />
                        <button type="submit">${account.label}</button>
                      </form>`,
                  )}
                </section>`
              : ''
          }
        </main>
      </body>
    </html>`

/** Asks first when somebody else's page sent the person to sign out. */
export const logoutPage = () =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Sign out · Holdfast</title>
        <style>
          ${styles}
        </style>
      </head>
      <body>
        <main>
          <h1>Sign out of Holdfast?</h1>
          <p>Another site sent you here.</p>
          <form method="post" action="/api/logout"><button type="submit">Sign out</button></form>
          <p><a href="/">Stay signed in</a></p>
        </main>
      </body>
    </html>`
