// The way to the firm's mail server.
import { createTransport } from 'nodemailer'
import type { RenderedEmail } from './email-template.ts'

export interface SmtpTransport {
  /** Resolves when the mail server has taken the mail over; a `Returned` says that it never will. */
  send(id: string, letter: RenderedEmail): Promise<void>
  close(): void
}

/** The mail server refused the mail for good, such as for an address that does not exist. */
export class MailRejected extends Error {}

/** In ms. A mail server that does not answer holds up nothing but mails. */
const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 }

const isForGood = (error: unknown): boolean => {
  const { responseCode, code } = error as { readonly responseCode?: number; readonly code?: string }
  // It refused encryption, not the mail, and may offer it later.
  if (code === 'ETLS') return false
  return responseCode !== undefined && responseCode >= 500 && responseCode < 600
}

/**
 * `url` as nodemailer reads it: `smtps://user:password@mail.firm.example`. With `requireTLS` a server without STARTTLS
 * gets no mail and no password.
 */
export function createSmtpTransport(url: string, from: string, requireTLS = false): SmtpTransport {
  const transport = createTransport({ url, requireTLS, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  const domain = from.replace(/^.*@|>?\s*$/g, '')
  return {
    async send(id, { to, subject, text, html }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          // The same for each try, so that a mail server may notice that it has it already.
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        if (isForGood(error)) throw new MailRejected('The mail server refused a mail', { cause: error })
        // What the mail server says usually holds the person's address, and a job's failure is logged.
        const { responseCode, code } = error as { readonly responseCode?: number; readonly code?: string }
        throw new Error(`The mail server did not take a mail: ${responseCode ?? code ?? 'no reason'}`)
      }
    },
    close: () => transport.close(),
  }
}
