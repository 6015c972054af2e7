// The page of the app. Its components write style elements while it runs, so each answer has a nonce of its own, in the
// policy and in the page; the service worker keeps both together. Such an answer has no tag: with a 304 the browser
// would put a new policy over an old page.
import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { compressed } from './compress.ts'
import type { ClientFile } from './client-files.ts'
import { policyWith } from '#server/http/headers/security-headers.ts'

/** What the build has where the nonce belongs: web/index.html, scripts/build/first-page.ts. */
const placeholder = 'nonce="of-this-answer"'

export function appPage({ type, cacheControl, bodies }: ClientFile): (context: Context) => Promise<Response> {
  const text = new TextDecoder().decode(bodies['identity']!.bytes)
  return async (context) => {
    const nonce = randomBytes(18).toString('base64')
    context.header('content-security-policy', policyWith(`'nonce-${nonce}'`))
    context.header('cache-control', cacheControl)
    return compressed(context, text.replaceAll(placeholder, `nonce="${nonce}"`), type)
  }
}
