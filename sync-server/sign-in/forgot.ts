// Sent before the lookup, so its timing does not reveal whether an account exists.
import type { Context } from 'hono'
import { isDemoAccount } from '#server/auth/demo-account.ts'
import { createCounters } from '#server/auth/counters.ts'
import { resetRequestsFor, resetRequestsFrom } from '#server/auth/mail-limits.ts'
import { beginReset } from '#server/auth/reset-token.ts'
import { readForm } from '#server/http/calls/body.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { formBody, page } from '#server/http/calls/form-schemas.ts'
import type { Env } from '#server/http/env.ts'
import { serverUrl } from '#server/http/headers/public-url.ts'
import { pageTexts } from '#server/http/pages/page-texts.ts'
import { mailReset, type MailingDeps } from '#server/mail/account-mails.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { changeDirectory } from '#server/records/write/directory-actions.ts'
import { forgotSentPage, forgotPage } from './forgot-page.ts'
import { accountOf, type SignInDeps } from './routes.ts'

interface Deps extends WriteDeps, MailingDeps, Pick<SignInDeps, 'addressOf' | 'demo'> {
  readonly publicUrl: string | undefined
}

const path = '/api/auth/forgot'

export function forgotCalls(deps: Deps): readonly Call[] {
  const counters = createCounters(deps.database, deps.now)
  const respond = (context: Context<Env>) =>
    context.html(forgotSentPage(pageTexts(context), { byMail: deps.mail !== undefined }))

  const requestReset = async (context: Context<Env>): Promise<Response> => {
    const account = accountOf((await readForm(context))('email'))
    if (!deps.mail || account.length > 254) return respond(context)
    const from = resetRequestsFrom(deps.addressOf(context))
    if (!(await counters.count(from))) {
      const texts = pageTexts(context)
      const seconds = Math.max(1, ...(await counters.waits(from)))
      return context.html(forgotPage(texts, { error: texts.t('tooMany') }), 429, { 'retry-after': String(seconds) })
    }
    const { code } = pageTexts(context)
    deps.backgroundTasks.begin(async () => {
      // Limits mail to people who did not request it.
      if (!(await counters.count(resetRequestsFor(account)))) return
      await sendLink(deps, account, code, (token) => serverUrl(context, deps.publicUrl, '/api/auth/reset', token))
    })
    return respond(context)
  }

  return [
    call(
      {
        method: 'get',
        path,
        summary: 'The page for people who have lost their password',
        auth: 'anybody',
        responses: page(),
      },
      ({ context }) => (deps.mail ? context.html(forgotPage(pageTexts(context), { error: null })) : respond(context)),
    ),
    call(
      {
        method: 'post',
        path,
        summary: 'Sends a reset link if an account has this address; the response is the same otherwise',
        auth: 'anybody',
        requestBody: formBody(['email']),
        responses: page('What to do now'),
        errorPages: { 429: 'The page again: there were too many' },
      },
      ({ context }) => requestReset(context),
    ),
  ]
}

async function sendLink(
  deps: Deps,
  account: string,
  language: string,
  linkWith: (token: string) => string,
): Promise<void> {
  const { demo, now } = deps
  if (isDemoAccount(demo, account)) return
  const reset = await changeDirectory(deps, async (sql, recordAction) => {
    const [user] = await sql<{ id: string; tenantId: string }[]>`
      select id, tenant_id as "tenantId" from directory.users where email = ${account} and is_active for update`
    if (!user) return undefined
    const token = await beginReset(sql, user.id, now(), { origin: 'forgotten', isMailed: true })
    const details = { askedAs: 'forgotten' }
    const action = { entity: 'users', verb: 'reset', entityId: user.id, details } as const
    await recordAction({ kind: 'system', tenantId: user.tenantId }, action)
    return { id: user.id, token }
  })
  if (reset) await mailReset(deps, reset.id, linkWith(reset.token), language)
}
