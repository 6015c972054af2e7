import { createTransport } from 'nodemailer'
import type { RenderedEmail } from './email-template.ts'

export interface SmtpTransport {
  /** `MailRejected` is permanent. */
  send(id: string, email: RenderedEmail): Promise<void>
  close(): void
}

/** Such as for an unknown address. */
export class MailRejected extends Error {}

const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 }

const isPermanent = (error: unknown): boolean => {
  const { responseCode, code } = error as { readonly responseCode?: number; readonly code?: string }
  // Encryption was refused, not the mail.
  if (code === 'ETLS') return false
  return responseCode !== undefined && responseCode >= 500 && responseCode < 600
}

/** With `requireTLS`, a server without STARTTLS gets neither mail nor password. */
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
          // Stable, so that a mail server can detect duplicates.
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        if (isPermanent(error)) throw new MailRejected('The mail server refused a mail', { cause: error })
        // The reply usually contains the address.
        const { responseCode, code } = error as { readonly responseCode?: number; readonly code?: string }
        throw new Error(`The mail server did not take a mail: ${responseCode ?? code ?? 'no reason'}`)
      }
    },
    close: () => transport.close(),
  }
}
