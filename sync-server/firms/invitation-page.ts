import { html } from 'hono/html'
import { newPasswordField } from '#server/http/pages/new-password.ts'
import { formPage } from '#server/http/pages/form-page.ts'
import type { PageWords } from '#server/http/pages/page-words.ts'
import { page } from '#server/http/pages/page.ts'
import type { Invitation } from './invitations.ts'

export interface InvitationPage {
  readonly invitation: Pick<Invitation, 'tenantName' | 'email' | 'message'>
  readonly token: string
  readonly firstName: string
  readonly lastName: string
  readonly error: string | null
}

export function invitationPage(words: PageWords, { invitation, token, firstName, lastName, error }: InvitationPage) {
  const { say } = words
  return formPage(words, {
    title: say('welcomeTitle'),
    heading: say('welcomeHeading', { firm: invitation.tenantName }),
    intro: html`<p>${say('welcomeText', { email: invitation.email })}</p>
      ${invitation.message ? html`<blockquote>${invitation.message}</blockquote>` : ''}`,
    error,
    action: '/api/invitation',
    hidden: { token },
    fields: html`<label for="firstName">${say('firstName')}</label>
      <input id="firstName" name="firstName" autocomplete="given-name" required maxlength="255" value="${firstName}" />
      <label for="lastName">${say('lastName')}</label>
      <input id="lastName" name="lastName" autocomplete="family-name" maxlength="255" value="${lastName}" />
      ${newPasswordField(words)}`,
    submit: say('createAccount'),
  })
}

export function spentInvitationPage(words: PageWords) {
  const { say } = words
  return page(
    words,
    say('invitationTitle'),
    html`<h1>${say('invitationHeading')}</h1>
      <p>${say('invitationText')}</p>
      <p><a href="/api/login">${say('signIn')}</a></p>`,
  )
}
