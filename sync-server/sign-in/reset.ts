// Setting a password through a link ends all sessions and signs the person in.
import type { Context } from 'hono'
import type { Role } from '#schema/kernel/enumerations.ts'
import { notifyOfAccount } from '#server/auth/notify-of-account.ts'
import { deviceName } from '#server/auth/device-name.ts'
import { endPushSubscriptions } from '#server/auth/end-push-subscriptions.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { resetOriginOf } from '#server/auth/reset-token.ts'
import { tokenHash } from '#server/auth/token-hash.ts'
import { part, type Statements } from '#server/db/connect/directory.ts'
import { readForm } from '#server/http/calls/body.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { finishSignIn, type FinishSignInDeps } from '#server/http/security/finish-sign-in.ts'
import { formBody, page } from '#server/http/calls/form-schemas.ts'
import type { Env } from '#server/http/env.ts'
import { newPasswordProblem } from '#server/http/pages/new-password.ts'
import { serverUrl } from '#server/http/headers/public-url.ts'
import { pageTexts } from '#server/http/pages/page-texts.ts'
import { mailPasswordChanged } from '#server/mail/account-mails.ts'
import { asPerson } from '#server/records/actor.ts'
import { changeDirectory } from '#server/records/write/directory-actions.ts'
import type { Streams } from '#server/sync/stream.ts'
import { resetPage, spentResetPage } from './reset-page.ts'

interface Deps extends FinishSignInDeps {
  readonly streams: Streams
}

interface Person {
  readonly id: string
  readonly tenantId: string
  readonly role: Role
  readonly email: string
  readonly lastLogin: string | null
}

const path = '/api/auth/reset'
const text = { type: 'string' } as const
const spentLink = 'The link was used, replaced, or is too old'

/** Locks the person when the link is about to be used. */
async function personOf(
  sql: Statements,
  token: string,
  now: Date,
  { isLocked = false } = {},
): Promise<Person | undefined> {
  const [person] = await sql<Person[]>`
    select id, tenant_id as "tenantId", role, email, last_login as "lastLogin" from directory.users
    where reset_hash = ${tokenHash(token)} and reset_expires_at > ${now.toISOString()} and is_active
    ${isLocked ? part`for update` : part``}`
  return person
}

export function resetCalls(deps: Deps): readonly Call[] {
  const { directory } = deps.database
  const respondLinkSpent = (context: Context<Env>) => context.html(spentResetPage(pageTexts(context)), 404)

  const show = async (context: Context<Env>): Promise<Response> => {
    const token = context.req.query('token') ?? ''
    const person = await personOf(directory, token, deps.now())
    if (!person) return respondLinkSpent(context)
    return context.html(resetPage(pageTexts(context), { email: person.email, token, error: null }))
  }

  const reset = async (context: Context<Env>): Promise<Response> => {
    const form = await readForm(context)
    const [token, password] = [form('token'), form('password')]
    const person = await personOf(directory, token, deps.now())
    if (!person) return respondLinkSpent(context)
    const texts = pageTexts(context)
    const again = (error: string) => context.html(resetPage(texts, { email: person.email, token, error }), 400)
    const problem = newPasswordProblem(texts, password, [person.email])
    if (problem !== null) return again(problem)
    const passwordHash = await hashPassword(password)
    const ended = await setPassword(deps, token, passwordHash)
    if (!ended) return respondLinkSpent(context)
    for (const sid of ended) deps.streams.endSession(sid)
    deps.backgroundTasks.begin(() => endPushSubscriptions(deps, person.tenantId))
    if (resetOriginOf(token) === 'administrator')
      // Somebody else may have made the link.
      notifyOfAccount(
        deps,
        { kind: 'system', tenantId: person.tenantId },
        person.id,
        'PASSWORD_RESET',
        deviceName(context.req.header('user-agent') ?? ''),
      )
    const link = serverUrl(context, deps.publicUrl, '/api/auth/forgot')
    deps.backgroundTasks.begin(() => mailPasswordChanged(deps, person.id, link))
    return finishSignIn(deps, context, { ...person, passwordHash }, { by: 'reset', returnTo: '/' })
  }

  return [
    call(
      {
        method: 'get',
        path,
        summary: 'The page behind a link that sets a new password',
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
        summary: 'Sets a new password and signs in; every other session of the person ends',
        auth: 'anybody',
        requestBody: formBody(['token', 'password']),
        responses: { 303: { description: 'Changed' } },
        errorPages: { 400: 'The page again: the password is too short or too long', 404: spentLink },
      },
      ({ context }) => reset(context),
    ),
  ]
}

/** Undefined when the link was used or replaced. */
const setPassword = (deps: Deps, token: string, passwordHash: string): Promise<readonly string[] | undefined> =>
  changeDirectory(deps, async (sql, recordAction) => {
    const person = await personOf(sql, token, deps.now(), { isLocked: true })
    if (!person) return undefined
    const { id, tenantId, role } = person
    const at = deps.now().toISOString()
    await sql`
      update directory.users set password_hash = ${passwordHash}, is_proven = is_proven or reset_hash is not distinct from proving_reset,
        reset_hash = null, proving_reset = null, updated_at = ${at}
      where id = ${id}`
    const ended = await sql<{ sid: string }[]>`
      update directory.sessions set ended_as = 'revoked', ended_at = ${at}
      where user_id = ${id} and ended_as is null returning sid`
    const actor = asPerson({ tenantId, userId: id, role, investorIds: [] })
    const way = resetOriginOf(token)
    const details = { secrets: ['passwordHash'], endedSessions: ended.length, ...(way && { way }) }
    await recordAction(actor, { entity: 'users', verb: 'setPassword', entityId: id, details })
    return ended.map(({ sid }) => sid)
  })
