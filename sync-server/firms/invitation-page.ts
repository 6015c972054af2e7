import { html } from 'hono/html'
import { page } from '../http/page.ts'
import type { Invitation } from './invitations.ts'

export interface InvitationPage {
  readonly invitation: Invitation
  readonly token: string
  readonly firstName: string
  readonly lastName: string
  readonly error: string | null
}

export const invitationPage = ({ invitation, token, firstName, lastName, error }: InvitationPage) =>
  page(
    'Welcome',
    html`<h1>Welcome to ${invitation.tenantName}</h1>
      <p>You were invited as ${invitation.email}. Choose a password to sign in with.</p>
      ${error ? html`<p class="error" role="alert">${error}</p>` : ''}
      <form method="post" action="/api/invitation">
        <input type="hidden" name="token" value="${token}" />
        <label for="firstName">First name</label>
        <input
          id="firstName"
          name="firstName"
          autocomplete="given-name"
          required
          maxlength="255"
          value="${firstName}"
        />
        <label for="lastName">Last name</label>
        <input id="lastName" name="lastName" autocomplete="family-name" maxlength="255" value="${lastName}" />
        <label for="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="new-password"
          required
          minlength="12"
          maxlength="1000"
        />
        <button type="submit">Create account</button>
      </form>`,
  )

export const spentInvitationPage = () =>
  page(
    'Invitation',
    html`<h1>This invitation is not valid</h1>
      <p>It was used already, or it is older than a week. Ask the person who sent it for a new one.</p>
      <p><a href="/api/login">Sign in</a></p>`,
  )
