// A password change ends all other sessions and renews this one's secret.
import * as z from 'zod'
import { users } from '#schema/entities/users/entity.ts'
import { text } from '#schema/kernel/field-types.ts'
import { attemptsIn, createAttempts } from '#server/auth/attempts.ts'
import { isGuessable } from '#server/auth/guessable-password.ts'
import { endPushSubscriptions } from '#server/auth/end-push-subscriptions.ts'
import { type PasswordAccount, proveDevice } from '#server/auth/known-device.ts'
import { hashPassword, maxPasswordLength, minPasswordLength } from '#server/auth/passwords.ts'
import { renewSession, type Session, sidOf } from '#server/auth/sessions.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { setDeviceProof, setSignInCookies } from '#server/http/headers/sign-in-cookies.ts'
import { serverUrl } from '#server/http/headers/public-url.ts'
import { type MailingDeps, mailPasswordChanged } from '#server/mail/account-mails.ts'
import { asPerson } from '#server/records/actor.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { CodedError } from '#server/records/coded-error.ts'
import { changeDirectory } from '#server/records/write/directory-actions.ts'
import type { Streams } from '#server/sync/stream.ts'
import { confirmPassword } from '#server/http/security/confirm-password.ts'
import type { SignInDeps } from './routes.ts'

interface Deps
  extends
    WriteDeps,
    MailingDeps,
    Pick<SignInDeps, 'addressOf' | 'demo' | 'isSecure' | 'publicUrl' | 'logSecurityEvent'> {
  readonly streams: Streams
}

const password = text(maxPasswordLength)

export function passwordCall(deps: Deps): Call {
  const { database, demo, isSecure } = deps
  const attempts = createAttempts(database, deps.now, attemptsIn(demo))
  return call(
    {
      method: 'post',
      path: '/api/auth/password',
      summary:
        'Changes the password of the signed-in person; their other sessions end, and the cookie gets a new secret',
      auth: { may: 'changePassword', entity: users },
      body: { oldPassword: password, newPassword: password },
      responses: {
        200: { description: 'Changed', json: z.object({ success: z.literal(true) }) },
      },
      errors: ['CONFLICT', 'DEMO', 'RATE_LIMITED'],
    },
    async ({ context, session, body: { oldPassword, newPassword } }) => {
      const { id } = session.person
      if (newPassword.length < minPasswordLength)
        throw new CodedError('VALIDATION', { newPassword: { key: 'min', params: { min: minPasswordLength } } })
      if (isGuessable(newPassword, [session.person.email, session.person.tenantName]))
        throw new CodedError('VALIDATION', { newPassword: { key: 'guessable' } })
      const user = await confirmPassword({ ...deps, attempts }, context, session, { oldPassword })
      const changed = { id, passwordHash: await hashPassword(newPassword) }
      const { secret, ended } = await changePassword(deps, session, user, changed)
      for (const sid of ended) deps.streams.endSession(sid)
      deps.backgroundTasks.begin(() => endPushSubscriptions(deps, session.viewer.tenantId))
      setSignInCookies(context, isSecure, secret, id)
      setDeviceProof(context, isSecure, '/api/login', { userId: id, proof: proveDevice(changed) })
      const link = serverUrl(context, deps.publicUrl, '/api/auth/forgot')
      deps.backgroundTasks.begin(() => mailPasswordChanged(deps, id, link))
      return { success: true }
    },
  )
}

/** Refused when password or session changed since. */
const changePassword = (
  deps: Deps,
  { sid, viewer }: Session,
  { id, passwordHash: before }: PasswordAccount,
  { passwordHash }: PasswordAccount,
): Promise<{ readonly secret: string; readonly ended: readonly string[] }> =>
  changeDirectory(deps, async (sql, recordAction) => {
    const at = deps.now().toISOString()
    const changed = await sql`
      update directory.users set password_hash = ${passwordHash}, reset_hash = null, updated_at = ${at}
      where id = ${id} and password_hash = ${before} and is_active`
    const secret = changed.count === 1 ? await renewSession(sql, sid) : undefined
    if (!secret) throw new CodedError('CONFLICT')
    const renewed = sidOf(secret)
    const ended = await sql<{ sid: string }[]>`
      update directory.sessions set ended_as = 'revoked', ended_at = ${at}
      where user_id = ${id} and ended_as is null and sid <> ${renewed} returning sid`
    const details = { secrets: ['passwordHash'], endedSessions: ended.length, way: 'ownChange' }
    await recordAction(asPerson(viewer), { entity: 'users', verb: 'changePassword', entityId: id, details })
    // This session's streams reconnect with the new secret.
    return { secret, ended: [sid, ...ended.map((each) => each.sid)] }
  })
