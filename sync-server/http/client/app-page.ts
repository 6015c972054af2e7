// Components write style elements at run time. No ETag: a 304 would combine a new policy with an old page.
import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { compressed } from './compress.ts'
import type { ClientFile } from './client-files.ts'
import { policyWith } from '#server/http/headers/security-headers.ts'

/** Must match web/index.html and scripts/build/first-page.ts. */
const placeholder = 'nonce="of-this-response"'

export function appPage({ type, cacheControl, bodies }: ClientFile): (context: Context) => Promise<Response> {
  const text = new TextDecoder().decode(bodies['identity']!.bytes)
  return async (context) => {
    const nonce = randomBytes(18).toString('base64')
    context.header('content-security-policy', policyWith(`'nonce-${nonce}'`))
    context.header('cache-control', cacheControl)
    return compressed(context, text.replaceAll(placeholder, `nonce="${nonce}"`), type)
  }
}
