import { createApp } from './app.ts'
import { createMail, type MailDeps } from '../mail/mail.ts'
import { createPost } from '../mail/post.ts'
import type { TestServer } from './server.ts'

/** The server with this way to a mail server. */
export function withMail(server: TestServer, url: string) {
  const post = createPost(url, 'Holdfast <holdfast@firm.example>')
  const deps: MailDeps = { ...server, post }
  const mail = createMail(deps)
  return { ...server, post, mail, app: createApp({ ...server, mail }) }
}
