import { html } from 'hono/html'
import type { Role } from '#schema/kernel/enumerations.ts'
import { formPage } from '#server/http/pages/form-page.ts'
import type { PageTexts } from '#server/http/pages/page-texts.ts'
import { page } from '#server/http/pages/page.ts'

export interface ShownAccount {
  readonly email: string
  readonly firm: string
  readonly role: Role
}

export interface LoginPage {
  readonly returnTo: string
  readonly email: string
  readonly waiting?: number
  readonly error: string | null
  readonly demoAccounts: readonly ShownAccount[]
  readonly demoPassword: string
  readonly provider?: { readonly id: string; readonly name: string } | undefined
}

const demoButtons = ({ t }: PageTexts, { demoAccounts, demoPassword, returnTo }: LoginPage) =>
  html`<section aria-label="${t('demo')}">
    <p>${t('demo')}</p>
    ${demoAccounts.map(
      (account) =>
        html`<form method="post" action="/api/login">
          <input type="hidden" name="returnTo" value="${returnTo}" />
          <input type="hidden" name="email" value="${account.email}" />
          <input type="hidden" name="password" value="${demoPassword}" />
          <button type="submit">
            <span><bdi>${account.firm}</bdi> · ${t(`demoRole.${account.role}`)}</span>
            <small><bdi>${account.email}</bdi></small>
          </button>
        </form>`,
    )}
  </section>`

const providerButton = (
  { t, markup }: PageTexts,
  { id, name }: { readonly id: string; readonly name: string },
  returnTo: string,
) =>
  html`<section aria-label="${t('providerWay')}">
    <a class="button" href="/api/auth/oidc?${new URLSearchParams({ firm: id, returnTo }).toString()}">
      ${markup('providerSignIn', { firm: name })}
    </a>
  </section>`

export function loginPage(texts: PageTexts, shown: LoginPage) {
  const { t } = texts
  return formPage(texts, {
    title: t('signInTitle'),
    heading: t('signInHeading'),
    intro: html`<p>${shown.waiting ? t('signInWaiting', { n: shown.waiting }) : t('signInPromise')}</p>`,
    error: shown.error,
    action: '/api/login',
    hidden: { returnTo: shown.returnTo, waiting: shown.waiting || undefined, firm: shown.provider?.id },
    fields: html`<label for="email">${t('email')}</label>
      <input id="email" name="email" type="email" autocomplete="username" required value="${shown.email}" />
      <label for="password">${t('password')}</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required />`,
    submit: t('signIn'),
    below: html`<p class="below"><a href="/api/auth/forgot">${t('forgotLink')}</a></p>
      ${shown.provider ? providerButton(texts, shown.provider, shown.returnTo) : ''}
      ${shown.demoAccounts.length ? demoButtons(texts, shown) : ''}`,
  })
}

/** Asks for confirmation after a cross-site link. */
export function logoutPage(texts: PageTexts) {
  const { t } = texts
  return page(
    texts,
    t('signOutTitle'),
    html`<h1>${t('signOutHeading')}</h1>
      <p>${t('signOutText')}</p>
      <form method="post" action="/api/logout"><button type="submit">${t('signOut')}</button></form>
      <p><a href="/">${t('staySignedIn')}</a></p>`,
  )
}
