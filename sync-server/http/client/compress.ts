import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context } from 'hono'

const gzipped = promisify(gzip)
/** Smaller bodies do not profit. */
const minBytes = 1_400

export async function compressed(context: Context, text: string, type: string): Promise<Response> {
  const headers = { 'content-type': type, vary: 'accept-encoding' }
  const isTaken = /\bgzip\b/.test(context.req.header('accept-encoding') ?? '')
  if (!isTaken || text.length < minBytes) return context.body(text, 200, headers)
  const bytes = await gzipped(text, { level: 1 })
  return context.body(new Uint8Array(bytes), 200, { ...headers, 'content-encoding': 'gzip' })
}
