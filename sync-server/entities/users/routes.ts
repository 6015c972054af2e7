import * as z from 'zod'
import { users } from '#schema/entities/users/entity.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { rowOfDirectory } from '#server/http/calls/entity-schemas.ts'
import { mailedLink } from '#server/http/calls/shapes.ts'
import { listCall } from '#server/http/calls/list-call.ts'
import { resetTotp } from './reset-totp.ts'
import { resetUser } from './reset-user.ts'
import { endPushSubscriptions } from '#server/auth/end-push-subscriptions.ts'
import type { SharedAccounts } from '#server/auth/demo-account.ts'
import { notifyOfAccount } from '#server/auth/notify-of-account.ts'
import { createCounters } from '#server/auth/counters.ts'
import { type LinksDeps, mayShowLinks } from '#server/auth/links-shown.ts'
import { mailsOf } from '#server/auth/mail-limits.ts'
import { RequestError } from '#server/http/errors.ts'
import type { RunOnce } from '#server/http/calls/idempotency.ts'
import { serverUrl } from '#server/http/headers/public-url.ts'
import { requireWithinLimit } from '#server/http/limits/require-within-limit.ts'
import { mailReset, type MailingDeps } from '#server/mail/account-mails.ts'
import { asPerson } from '#server/records/actor.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { changeUser } from './change-user.ts'
import { findUser, listUsers, type User } from './list-users.ts'

const { firstName, lastName, preferredLanguage, role, isActive } = users.fields
const user = rowOfDirectory(users, { hasSecondFactor: z.boolean() })

interface Deps extends WriteDeps, MailingDeps, Pick<LinksDeps, 'invitationLinks'> {
  readonly once: RunOnce
  readonly publicUrl: string | undefined
  readonly demo: SharedAccounts & LinksDeps['demo']
}

const changeable = (user: User) => [user.firstName, user.lastName, user.preferredLanguage, user.role, user.isActive]

const resetLink = z.object(mailedLink)

export function userCalls(deps: Deps): readonly Call[] {
  const { once } = deps
  const counters = createCounters(deps.database, deps.now)
  return [
    listCall(
      { path: '/api/users', summary: 'The people of the firm', auth: { may: 'read', entity: users }, row: user },
      ({ viewer }, part) => listUsers(deps.database.directory, viewer.tenantId, part),
    ),
    call(
      {
        method: 'get',
        path: '/api/users/:id',
        summary: 'One person',
        auth: { may: 'read', entity: users },
        tag: changeable,
        responses: { 200: { description: 'The person', json: user } },
      },
      async ({ viewer, id }) => {
        const found = await findUser(deps.database.directory, viewer.tenantId, id)
        if (!found) throw new RequestError('NOT_FOUND')
        return found
      },
    ),
    call(
      {
        method: 'patch',
        path: '/api/users/:id',
        summary: 'Changes names, language, role or status of a person; a firm keeps its last active administrator',
        auth: { may: 'update', entity: users },
        changes: { firstName, lastName, preferredLanguage, role, isActive },
        tag: changeable,
        responses: { 200: { description: 'The person', json: user } },
        errors: ['LAST_ADMIN', 'DEMO'],
      },
      async ({ session, id, changes, requireMatch }) => {
        const changed = await changeUser(deps, session, id, changes, requireMatch)
        if (!changed.isActive) deps.backgroundTasks.begin(() => endPushSubscriptions(deps, session.viewer.tenantId))
        return changed
      },
    ),
    call(
      {
        method: 'post',
        path: '/api/users/:id/reset',
        summary:
          'Creates a link with which the person sets a new password once, within a day. It is mailed; without a mail server it is returned, if the server has one firm or its operator allows it',
        auth: { may: 'reset', entity: users },
        idempotent: once,
        responses: { 200: { description: 'The link', json: resetLink } },
        errors: ['VALIDATION', 'RATE_LIMITED', 'DEMO'],
      },
      async ({ context, session, viewer, id }) => {
        const isMailed = deps.mail !== undefined
        if (!isMailed) await mayShowLinks(deps, viewer.tenantId)
        await requireWithinLimit(counters, mailsOf(viewer, 'reset', id))
        const token = await resetUser(deps, session, { id, isMailed })
        notifyOfAccount(deps, asPerson(viewer), id, 'RESET_LINK')
        const link = serverUrl(context, deps.publicUrl, '/api/auth/reset', token)
        return isMailed ? { link: null, mailed: await mailReset(deps, id, link) } : { link, mailed: false }
      },
    ),
    call(
      {
        method: 'post',
        path: '/api/users/:id/reset-totp',
        summary: 'Removes the second factor of a person who has lost it',
        // People remove their own elsewhere.
        auth: { may: 'update', entity: users },
        idempotent: once,
        responses: { 200: { description: 'The person', json: user } },
      },
      ({ session, id }) => resetTotp(deps, session, id),
    ),
  ]
}
