import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { type Recipient, findRecipient, formatMoment } from './recipient.ts'
import type { TemplatedEmail } from './email-template.ts'
import type { Mail } from './mail.ts'

export interface MailingDeps extends Pick<WriteDeps, 'database' | 'now'> {
  readonly mail?: Mail | undefined
}

interface MailRequest extends Pick<TemplatedEmail, 'name' | 'link'> {
  readonly values?: Readonly<Record<string, string>>
  readonly validMs: number
  readonly key?: string
  readonly requestLanguage?: string | undefined
}

const day = 86_400_000

async function sendMail(
  deps: MailingDeps,
  userId: string,
  { name, link, values, validMs, key, requestLanguage }: MailRequest,
) {
  const { mail, now } = deps
  const person = mail && (await findRecipient(deps.database, userId, requestLanguage))
  if (!mail || !person) return false
  const { email, firm, language, tenantId } = person
  const templateValues = { email, firm, when: formatMoment(person, now()), ...values }
  const until = new Date(now().getTime() + validMs).toISOString()
  await mail.send(tenantId, { name, to: email, language, values: templateValues, link, until }, key)
  return true
}

export const mailReset = (deps: MailingDeps, userId: string, link: string, requestLanguage?: string) =>
  sendMail(deps, userId, {
    name: 'reset',
    link,
    validMs: day,
    key: `reset ${userId}`,
    requestLanguage: requestLanguage,
  })

export const mailPasswordChanged = (deps: MailingDeps, userId: string, link: string) =>
  sendMail(deps, userId, { name: 'passwordChanged', link, validMs: 7 * day })

export const mailWrongCodes = (deps: MailingDeps, userId: string, link: string) =>
  sendMail(deps, userId, { name: 'wrongCodes', link, validMs: 7 * day })

export const mailNewDevice = (deps: MailingDeps, userId: string, device: string | null, link: string) =>
  sendMail(deps, userId, { name: 'newDevice', link, validMs: 7 * day, values: device ? { device } : {} })

interface TakenEmailNotice {
  readonly tenantId: string
  readonly firm: string
  readonly email: string
  readonly language: string
}

export async function mailEmailTaken(
  { mail, now }: MailingDeps,
  { tenantId, firm, email, language }: TakenEmailNotice,
  link: string,
) {
  const until = new Date(now().getTime() + day).toISOString()
  await mail?.send(tenantId, { name: 'taken', to: email, language, values: { firm, email }, link, until })
}

interface InvitedPerson {
  readonly id: string
  readonly email: string
  readonly message: string | null
  readonly expiresAt: string
}

/** The recipient's language is unknown. */
export async function mailInvitation(
  deps: MailingDeps,
  by: string,
  { id, email, message, expiresAt }: InvitedPerson,
  link: string,
) {
  const inviter: Recipient | undefined = deps.mail && (await findRecipient(deps.database, by))
  if (!deps.mail || !inviter) return false
  const { tenantId, firm, language, name } = inviter
  const values = { email, firm, ...(name ? { inviter: name } : {}) }
  const invitation: TemplatedEmail = {
    name: 'invitation',
    to: email,
    language,
    values,
    link,
    message,
    until: expiresAt,
  }
  await deps.mail.send(tenantId, invitation, `invitation ${id}`)
  return true
}
