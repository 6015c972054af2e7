// `accept` is in routes.ts.
import type { Context } from 'hono'
import { roles } from '#schema/kernel/enumerations.ts'
import { choice } from '#schema/kernel/field-types.ts'
import { userInvitations } from '#schema/entities/user-invitations/entity.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { rowOfDirectory } from '#server/http/calls/entity-schemas.ts'
import type { Env } from '#server/http/env.ts'
import { mailedLink } from '#server/http/calls/shapes.ts'
import { listCall } from '#server/http/calls/list-call.ts'
import type { RunOnce } from '#server/http/calls/idempotency.ts'
import { serverUrl } from '#server/http/headers/public-url.ts'
import { requireWithinLimit } from '#server/http/limits/require-within-limit.ts'
import { mailInvitation, type MailingDeps } from '#server/mail/account-mails.ts'
import { createCounters } from '#server/auth/counters.ts'
import { type LinksDeps, mayShowLinks } from '#server/auth/links-shown.ts'
import { mailsOf } from '#server/auth/mail-limits.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import {
  createInvitation,
  type InvitationWithToken,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from './manage-invitations.ts'

interface Deps extends WriteDeps, MailingDeps, Pick<LinksDeps, 'demo' | 'invitationLinks'> {
  readonly once: RunOnce
  readonly publicUrl: string | undefined
}

const { email, message, investorId } = userInvitations.fields
const role = choice(roles)
const invitation = rowOfDirectory(userInvitations)
const withLink = rowOfDirectory(userInvitations, mailedLink)

const path = '/api/user-invitations'

export function invitationCalls(deps: Deps): readonly Call[] {
  const { once } = deps
  const counters = createCounters(deps.database, deps.now)
  const mailAndExpose = async (
    context: Context<Env>,
    viewer: Viewer,
    { row, token }: InvitationWithToken,
    isShown: boolean,
  ) => {
    const link = serverUrl(context, deps.publicUrl, '/api/invitation', token)
    const mailed = await mailInvitation(deps, viewer.userId, row, link)
    return { ...row, link: isShown ? link : null, mailed }
  }
  return [
    listCall(
      {
        path,
        summary: 'The invitations without their links',
        auth: { may: 'read', entity: userInvitations },
        row: invitation,
      },
      ({ viewer }, part) => listInvitations(deps.database.directory, viewer.tenantId, deps.now(), part),
    ),
    call(
      {
        method: 'post',
        path,
        summary:
          'Invites a person. The link is valid for a week and is mailed if a mail server is configured. It is returned only here, and only on a server with one firm or if its operator allows it',
        auth: { may: 'create', entity: userInvitations },
        idempotent: once,
        body: { email, role, message, investorId },
        responses: { 201: { description: 'The invitation, with its link', json: withLink } },
        errors: ['RATE_LIMITED'],
      },
      async ({ context, session, viewer, body }) => {
        const isShown = await mayShowLinks(deps, viewer.tenantId)
        await requireWithinLimit(counters, mailsOf(viewer, 'invite', body.email.toLowerCase()))
        const invitation = await createInvitation(deps, session, { ...body, isProving: !isShown })
        return mailAndExpose(context, viewer, invitation, isShown)
      },
    ),
    call(
      {
        method: 'post',
        path: `${path}/:id/resend`,
        summary: 'Replaces the link with a new one, valid for a week',
        auth: { may: 'resend', entity: userInvitations },
        idempotent: once,
        responses: { 200: { description: 'The invitation, with its link', json: withLink } },
        errors: ['CONFLICT', 'VALIDATION', 'RATE_LIMITED'],
      },
      async ({ context, session, viewer, id }) => {
        const isShown = await mayShowLinks(deps, viewer.tenantId)
        await requireWithinLimit(counters, mailsOf(viewer, 'invite', id))
        const invitation = await resendInvitation(deps, session, { id, isProving: !isShown })
        return mailAndExpose(context, viewer, invitation, isShown)
      },
    ),
    call(
      {
        method: 'post',
        path: `${path}/:id/revoke`,
        summary: 'Revokes an open invitation',
        auth: { may: 'revoke', entity: userInvitations },
        idempotent: once,
        responses: { 200: { description: 'The invitation', json: invitation } },
        errors: ['CONFLICT'],
      },
      ({ session, id }) => revokeInvitation(deps, session, id),
    ),
  ]
}
