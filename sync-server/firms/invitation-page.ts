import { html } from 'hono/html'
import { newPasswordField } from '#server/http/pages/new-password.ts'
import { formPage } from '#server/http/pages/form-page.ts'
import type { PageTexts } from '#server/http/pages/page-texts.ts'
import { page } from '#server/http/pages/page.ts'
import type { Invitation } from './invitations.ts'

export interface InvitationPage {
  readonly invitation: Pick<Invitation, 'tenantName' | 'email' | 'message'>
  readonly token: string
  readonly firstName: string
  readonly lastName: string
  readonly error: string | null
}

export function invitationPage(texts: PageTexts, { invitation, token, firstName, lastName, error }: InvitationPage) {
  const { t, markup } = texts
  return formPage(texts, {
    title: t('welcomeTitle'),
    heading: markup('welcomeHeading', { firm: invitation.tenantName }),
    intro: html`<p>${markup('welcomeText', { email: invitation.email })}</p>
      ${invitation.message ? html`<blockquote>${invitation.message}</blockquote>` : ''}`,
    error,
    action: '/api/invitation',
    hidden: { token },
    fields: html`<label for="firstName">${t('firstName')}</label>
      <input id="firstName" name="firstName" autocomplete="given-name" required maxlength="255" value="${firstName}" />
      <label for="lastName">${t('lastName')}</label>
      <input id="lastName" name="lastName" autocomplete="family-name" maxlength="255" value="${lastName}" />
      ${newPasswordField(texts)}`,
    submit: t('createAccount'),
  })
}

export function spentInvitationPage(texts: PageTexts) {
  const { t } = texts
  return page(
    texts,
    t('invitationTitle'),
    html`<h1>${t('invitationHeading')}</h1>
      <p>${t('invitationText')}</p>
      <p><a href="/api/login">${t('signIn')}</a></p>`,
  )
}
