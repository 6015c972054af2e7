import type { Context } from 'hono'
import { parseField } from '#schema/kernel/parse.ts'
import { registry } from '#schema/registry.ts'
import { createCounters } from '#server/auth/counters.ts'
import { resetRequestsFor } from '#server/auth/mail-limits.ts'
import { finishSignIn, type FinishSignInDeps, signInPath } from '#server/http/security/finish-sign-in.ts'
import { readForm } from '#server/http/calls/body.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { formBody, page } from '#server/http/calls/form-schemas.ts'
import type { Env } from '#server/http/env.ts'
import { newPasswordProblem } from '#server/http/pages/new-password.ts'
import { serverUrl } from '#server/http/headers/public-url.ts'
import { pageTexts } from '#server/http/pages/page-texts.ts'
import { mailEmailTaken } from '#server/mail/account-mails.ts'
import { invitationPage, spentInvitationPage } from './invitation-page.ts'
import { acceptInvitation, type Accepting, findInvitation, type Invitation } from './invitations.ts'

interface Deps extends Accepting, FinishSignInDeps {}

const isName = (text: string): boolean => 'value' in parseField(registry.users.fields.firstName, text)

export function firmCalls(deps: Deps): readonly Call[] {
  const { database, now } = deps
  const counters = createCounters(database, now)
  const show = async (context: Context<Env>): Promise<Response> => {
    const token = context.req.query('token') ?? ''
    const invitation = await findInvitation(database, token, now())
    if (!invitation) return context.html(spentInvitationPage(pageTexts(context)), 404)
    return context.html(
      invitationPage(pageTexts(context), { invitation, token, firstName: '', lastName: '', error: null }),
    )
  }

  /** By mail only, because others may have seen the link. */
  const mailTakenEmail = (context: Context<Env>, { tenantId, tenantName, email }: Invitation): Response => {
    const { code } = pageTexts(context)
    const link = serverUrl(context, deps.publicUrl, signInPath)
    deps.backgroundTasks.begin(async () => {
      if (!deps.mail || !(await counters.count(resetRequestsFor(email)))) return
      await mailEmailTaken(deps, { tenantId, firm: tenantName, email, language: code }, link)
    })
    return context.redirect(signInPath, 303)
  }

  const accept = async (context: Context<Env>): Promise<Response> => {
    const form = await readForm(context)
    const [token, password] = [form('token'), form('password')]
    const [firstName, lastName] = [form('firstName'), form('lastName')]
    const invitation = await findInvitation(database, token, now())
    if (!invitation) return context.html(spentInvitationPage(pageTexts(context)), 404)
    const texts = pageTexts(context)
    const again = (error: string) =>
      context.html(invitationPage(texts, { invitation, token, firstName, lastName, error }), 400)
    if (!firstName.trim() || !isName(firstName) || !isName(lastName)) return again(texts.t('nameMissing'))
    const problem = newPasswordProblem(texts, password, [invitation.tenantName, invitation.email])
    if (problem !== null) return again(problem)
    const accepted = await acceptInvitation(deps, invitation, { firstName, lastName, language: texts.code, password })
    if (!accepted) return context.html(spentInvitationPage(texts), 409)
    if (accepted === 'taken') return mailTakenEmail(context, invitation)
    const { tenantId, email } = invitation
    return finishSignIn(deps, context, { ...accepted, tenantId, email }, { by: 'invitation', returnTo: '/' })
  }

  const path = '/api/invitation'
  return [
    call(
      {
        method: 'get',
        path,
        summary: 'The page behind an invitation',
        auth: 'anybody',
        parameters: [{ name: 'token', in: 'query', required: true, schema: text }],
        responses: page(),
        errorPages: { 404: spentLink },
      },
      ({ context }) => show(context),
    ),
    call(
      {
        method: 'post',
        path,
        summary: 'Accepts an invitation and signs in',
        auth: 'anybody',
        requestBody: formBody(['token', 'firstName', 'password'], ['lastName']),
        responses: { 303: { description: 'Accepted; redirects to the sign-in page if another step is needed' } },
        errorPages: {
          400: 'The page again: a name is missing, or the password is too short or too long',
          404: spentLink,
          409: 'The invitation was accepted in the meantime',
        },
      },
      ({ context }) => accept(context),
    ),
  ]
}

const text = { type: 'string' } as const
const spentLink = 'The invitation was accepted, revoked, or is too old'
