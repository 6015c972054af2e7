// Calls for the second factor. To weaken or replace it, the person enters the password again.
import * as z from 'zod'
import { text } from '#schema/kernel/field-types.ts'
import { users } from '#schema/entities/users/entity.ts'
import { attemptsIn, createAttempts, secondFactorAccount } from '#server/auth/attempts.ts'
import { maxPasswordLength } from '#server/auth/passwords.ts'
import {
  acceptOffer,
  type Account,
  offerTotp,
  removeTotp,
  renewRecoveryCodes,
  secondFactorOf,
} from '#server/auth/second-factor.ts'
import type { Session } from '#server/auth/sessions.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { rateLimited, RequestError } from '#server/http/errors.ts'
import { asPerson } from '#server/records/actor.ts'
import { changeDirectory } from '#server/records/write/directory-actions.ts'
import { CodedError } from '#server/records/coded-error.ts'
import { confirmPassword } from '#server/http/security/confirm-password.ts'
import { qrCodeOf } from './picture.ts'
import type { SignInDeps } from './routes.ts'

const password = text(maxPasswordLength)
const statusSchema = z.object({
  hasPassword: z.boolean(),
  isOn: z.boolean(),
  isRequired: z.boolean(),
  recoveryCodesLeft: z.int(),
})
const codesResponse = z.object({ recoveryCodes: z.array(z.string()) })

const path = '/api/auth/totp'
const ownAccount = ({ person }: Session): Account => person

export function totpCalls(deps: SignInDeps): readonly Call[] {
  const { directory } = deps.database
  const attempts = createAttempts(deps.database, deps.now, attemptsIn(deps.demo))
  const guarded = { ...deps, attempts }

  return [
    call(
      {
        method: 'get',
        path,
        summary: 'Whether the person has a second factor, and whether the firm requires one',
        auth: 'person',
        responses: { 200: { description: 'The status', json: statusSchema } },
      },
      ({ session }) => secondFactorOf(directory, session.person.id),
    ),
    call(
      {
        method: 'post',
        path,
        summary: 'Offers a secret for the authenticator app; nothing changes until its first code is confirmed',
        auth: { may: 'enrolTotp', entity: users },
        body: { password },
        responses: {
          200: {
            description: 'The secret',
            json: z.object({ offer: z.string(), secret: z.string(), uri: z.string(), picture: z.string() }),
          },
        },
        errors: ['DEMO', 'RATE_LIMITED'],
      },
      async ({ context, session, body }) => {
        await confirmPassword(guarded, context, session, body)
        const offered = offerTotp(deps, ownAccount(session))
        return { ...offered, picture: await qrCodeOf(offered.uri) }
      },
    ),
    call(
      {
        method: 'put',
        path,
        summary: 'Turns the offered second factor on with its first code; the recovery codes are returned only here',
        auth: { may: 'enrolTotp', entity: users },
        body: { offer: text(2000), code: text(40) },
        responses: { 200: { description: 'Ten recovery codes, each of which works once', json: codesResponse } },
        errors: ['RATE_LIMITED'],
      },
      async ({ context, session, viewer, body }) => {
        const account = ownAccount(session)
        const by = { account: secondFactorAccount(account.id), address: deps.addressOf(context), device: undefined }
        const attempt = await attempts.begin(by)
        const logAttempt = (outcome: 'throttled' | 'refused') =>
          deps.logSecurityEvent(context, { step: 'secondFactor', outcome, user: account, details: { to: 'enrol' } })
        if (typeof attempt === 'number') {
          await logAttempt('throttled')
          throw rateLimited(attempt)
        }
        const recoveryCodes = await acceptOffer(deps, asPerson(viewer), account, body)
        if (!recoveryCodes) {
          await logAttempt('refused')
          throw new CodedError('VALIDATION', { code: { key: recoveryCodes === null ? 'codeExpired' : 'code' } })
        }
        await attempt()
        return { recoveryCodes }
      },
    ),
    call(
      {
        method: 'post',
        path: `${path}/remove`,
        summary: 'Removes the person’s own second factor; if the firm requires one, only an administrator can',
        auth: { may: 'removeTotp', entity: users },
        body: { password },
        responses: { 200: { description: 'The status', json: statusSchema } },
        errors: ['FORBIDDEN', 'DEMO', 'RATE_LIMITED'],
      },
      async ({ context, session, viewer, body }) => {
        await confirmPassword(guarded, context, session, body)
        if ((await secondFactorOf(directory, viewer.userId)).isRequired) throw new RequestError('FORBIDDEN')
        await changeDirectory(deps, (sql, recordAction) =>
          removeTotp(sql, recordAction, asPerson(viewer), viewer.userId, deps.now()),
        )
        return secondFactorOf(directory, viewer.userId)
      },
    ),
    call(
      {
        method: 'post',
        path: `${path}/recovery-codes`,
        summary: 'Replaces the recovery codes; they are returned only here',
        auth: { may: 'renewRecoveryCodes', entity: users },
        body: { password },
        responses: { 200: { description: 'Ten recovery codes, each of which works once', json: codesResponse } },
        errors: ['CONFLICT', 'DEMO', 'RATE_LIMITED'],
      },
      async ({ context, session, viewer, body }) => {
        await confirmPassword(guarded, context, session, body)
        const recoveryCodes = await renewRecoveryCodes(deps, asPerson(viewer), ownAccount(session))
        if (!recoveryCodes) throw new CodedError('CONFLICT')
        return { recoveryCodes }
      },
    ),
  ]
}
