import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { Config } from '#server/config.ts'
import { createSmtpTransport } from '#server/mail/smtp-transport.ts'
import { type Check, type Finding, ok, problem, warning } from '../check.ts'

export const checkMail: Check = {
  name: 'mail',
  needsDatabase: false,
  async run({ config, mailTo }) {
    const { SMTP_URL, MAIL_FROM, NODE_ENV } = config
    if (!SMTP_URL || !MAIL_FROM) {
      const text = 'SMTP_URL is unset, so no mail is sent.'
      if (mailTo) return problem(`${text} Set SMTP_URL and MAIL_FROM to send a test mail to ${mailTo}.`)
      return NODE_ENV === 'production'
        ? warning(`${text} Set SMTP_URL and MAIL_FROM; without them people get no invitations and no password links.`)
        : ok(text)
    }
    const connected = await tryConnection(SMTP_URL, config)
    if (connected.level === 'problem' || !mailTo) return connected
    await sendTo(mailTo, SMTP_URL, config)
    return connected.level === 'ok' ? ok(`A mail was sent to ${mailTo}. Check that it has arrived.`) : connected
  },
}

const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 }

async function tryConnection(url: string, { requiresMailTls }: Config): Promise<Finding> {
  try {
    await verify(url, true)
    return ok('The mail server answers over TLS and accepts the login. No mail was sent.')
  } catch (error) {
    if (requiresMailTls || (error as { code?: string }).code !== 'ETLS') return problem(describe(error))
  }
  try {
    await verify(url, false)
    return isLocal(url)
      ? ok('The mail server on this machine answers. No mail was sent.')
      : warning('The mail server answers, but without encryption. Use a server with STARTTLS, or smtps:// in SMTP_URL.')
  } catch (error) {
    return problem(describe(error))
  }
}

const isLocal = (url: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)

async function verify(url: string, requireTLS: boolean): Promise<void> {
  const transport = createTransport({ url, requireTLS, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

async function sendTo(to: string, url: string, { MAIL_FROM, requiresMailTls }: Config): Promise<void> {
  const transport = createSmtpTransport(url, MAIL_FROM!, requiresMailTls)
  const text = 'This Holdfast server can send mail. An operator requested this message.'
  try {
    await transport.send(randomUUID(), { to, subject: 'Holdfast can send mail', text, html: `<p>${text}</p>` })
  } catch (error) {
    throw new Error(
      `The mail server refused a mail to ${to} (${reason(error)}). Check MAIL_FROM, and that the server may send to this address.`,
      { cause: error },
    )
  } finally {
    transport.close()
  }
}

const reason = (error: unknown): string => {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message : message
}

function describe(error: unknown): string {
  const { code, message } = error as { readonly code?: string; readonly message: string }
  if (code === 'EAUTH') return `The mail server refuses the login (${message}). Correct user and password in SMTP_URL.`
  if (code === 'ETLS')
    return `The mail server offers no TLS (${message}). Use one that does, or set UNENCRYPTED_CONNECTIONS=mail on a network that you trust.`
  return `The mail server does not answer (${message}). Check host and port in SMTP_URL, and the firewall.`
}
