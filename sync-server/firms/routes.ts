// Accepting an invitation: the page behind the link, and the account that it creates.
import type { Context } from 'hono'
import { parseField } from '#schema/parse.ts'
import { registry } from '#schema/registry.ts'
import { setSignInCookies } from '../http/cookie.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Database } from '../db/database.ts'
import { readForm } from '../http/body.ts'
import { type Call, call } from '../http/call.ts'
import type { Env } from '../http/env.ts'
import { pageWords } from '../http/page-words.ts'
import { invitationPage, spentInvitationPage } from './invitation-page.ts'
import { acceptInvitation, findInvitation } from './invitations.ts'

const shortestPassword = 12
const longestPassword = 1_000

interface Deps {
  readonly database: Database
  readonly sessions: Sessions
  readonly isSecure: boolean
  readonly now: () => Date
}

const isName = (text: string): boolean => 'value' in parseField(registry.users.fields.firstName, text)

export function firmCalls({ database, sessions, isSecure, now }: Deps): readonly Call[] {
  const show = async (context: Context<Env>): Promise<Response> => {
    const token = context.req.query('token') ?? ''
    const invitation = await findInvitation(database, token, now())
    if (!invitation) return context.html(spentInvitationPage(pageWords(context)), 404)
    return context.html(
      invitationPage(pageWords(context), { invitation, token, firstName: '', lastName: '', error: null }),
    )
  }

  const accept = async (context: Context<Env>): Promise<Response> => {
    const form = await readForm(context)
    const [token, firstName, lastName, password] = ['token', 'firstName', 'lastName', 'password'].map(form) as [
      string,
      string,
      string,
      string,
    ]
    const invitation = await findInvitation(database, token, now())
    if (!invitation) return context.html(spentInvitationPage(pageWords(context)), 404)
    const words = pageWords(context)
    const again = (error: string) =>
      context.html(invitationPage(words, { invitation, token, firstName, lastName, error }), 400)
    if (!firstName.trim() || !isName(firstName) || !isName(lastName)) return again(words.say('nameMissing'))
    if (password.length < shortestPassword) return again(words.say('passwordShort', { min: shortestPassword }))
    if (password.length > longestPassword) return again(words.say('passwordLong', { max: longestPassword }))
    const id = await acceptInvitation(database, invitation, { firstName, lastName, password }, now())
    if (!id) return context.html(spentInvitationPage(pageWords(context)), 409)
    setSignInCookies(context, isSecure, await sessions.begin({ id, tenantId: invitation.tenantId }), id)
    return context.redirect('/', 303)
  }

  const path = '/api/invitation'
  return [
    call(
      {
        method: 'get',
        path,
        says: 'The page behind an invitation',
        who: 'anybody',
        parameters: [{ name: 'token', in: 'query', required: true, schema: text }],
        answers: { 200: { says: 'The page', type: 'text/html' } },
        refuses: ['NOT_FOUND'],
      },
      ({ context }) => show(context),
    ),
    call(
      {
        method: 'post',
        path,
        says: 'Accepts an invitation and signs in',
        who: 'anybody',
        takes: {
          type: 'application/x-www-form-urlencoded',
          schema: {
            type: 'object',
            properties: { token: text, firstName: text, lastName: text, password: text },
            required: ['token', 'firstName', 'password'],
          },
        },
        answers: { 303: { says: 'Accepted' } },
        refuses: ['NOT_FOUND', 'CONFLICT'],
      },
      ({ context }) => accept(context),
    ),
  ]
}

const text = { type: 'string' } as const
