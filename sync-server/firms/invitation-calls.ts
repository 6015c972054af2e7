// Invitations, for administrators. `accept`, behind the link, is in routes.ts.
import type { Context } from 'hono'
import { roles } from '#schema/enumerations.ts'
import { choice } from '#schema/field.ts'
import { userInvitations } from '#schema/user-invitations.ts'
import { type Call, call } from '../http/call.ts'
import { rowOfDirectory } from '../http/entity-schemas.ts'
import type { Env } from '../http/env.ts'
import { listCall } from '../http/list-call.ts'
import type { WriteDeps } from '../records/noun-rules.ts'
import {
  createInvitation,
  type Linked,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from './manage-invitations.ts'

interface Deps extends WriteDeps {
  readonly publicUrl: string | undefined
}

const { email, message, investorId } = userInvitations.fields
/** The role is chosen each time. */
const role = choice(roles)
const invitation = rowOfDirectory(userInvitations)
const withLink = {
  allOf: [invitation, { type: 'object', properties: { link: { type: 'string', format: 'uri' } }, required: ['link'] }],
}

const path = '/api/user-invitations'
const who = 'admin'

export function invitationCalls(deps: Deps): readonly Call[] {
  const linked = ({ req }: Context<Env>, { row, token }: Linked) => {
    const link = new URL('/api/invitation', deps.publicUrl ?? req.url)
    link.searchParams.set('token', token)
    return { ...row, link: link.href }
  }
  return [
    listCall({ path, says: 'The invitations without their links', who, row: invitation }, ({ viewer }, part) =>
      listInvitations(deps.database.directory, viewer.tenantId, deps.now(), part),
    ),
    call(
      {
        method: 'post',
        path,
        says: 'Invites a person; the link is valid for a week and is told only here',
        who,
        body: { email, role, message, investorId },
        answers: { 201: { says: 'The invitation, with its link', json: withLink } },
        refuses: ['DUPLICATE'],
      },
      async ({ context, session, body }) => linked(context, await createInvitation(deps, session, body)),
    ),
    call(
      {
        method: 'post',
        path: `${path}/:id/resend`,
        says: 'Makes another link, valid for a week, and ends the former one',
        who,
        answers: { 200: { says: 'The invitation, with its link', json: withLink } },
        refuses: ['CONFLICT'],
      },
      async ({ context, session, id }) => linked(context, await resendInvitation(deps, session, id)),
    ),
    call(
      {
        method: 'post',
        path: `${path}/:id/revoke`,
        says: 'Ends an invitation that nobody has accepted',
        who,
        answers: { 200: { says: 'The invitation', json: invitation } },
        refuses: ['CONFLICT'],
      },
      ({ session, id }) => revokeInvitation(deps, session, id),
    ),
  ]
}
