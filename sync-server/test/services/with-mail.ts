import { createApp } from '#server/test/app.ts'
import { createMail, type MailDeps } from '#server/mail/mail.ts'
import { createSmtpTransport } from '#server/mail/smtp-transport.ts'
import type { TestServer } from '#server/test/server.ts'

export function withMail(server: TestServer, url: string) {
  const smtp = createSmtpTransport(url, 'Holdfast <holdfast@firm.example>')
  const deps: MailDeps = { ...server, smtp }
  const mail = createMail(deps)
  return { ...server, smtp, mail, app: createApp({ ...server, mail }) }
}
