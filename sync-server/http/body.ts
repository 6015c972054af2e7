import type { Context } from 'hono'
import { Refusal } from './errors.ts'

/** The body's bytes, never more than `limit`: 413 before the rest is read. */
async function readBytes(context: Context, limit: number): Promise<Uint8Array> {
  if (Number(context.req.header('content-length') ?? 0) > limit) throw new Refusal('TOO_LARGE')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of context.req.raw.body ?? []) {
    size += chunk.length
    if (size > limit) throw new Refusal('TOO_LARGE')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A JSON body. Anything else is a 400 that says so. */
export async function readJson(context: Context, limit: number): Promise<unknown> {
  const bytes = await readBytes(context, limit)
  if (!bytes.length) throw new Refusal('VALIDATION', {}, 'A JSON body is expected')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Refusal('VALIDATION', {}, 'The body is not valid JSON')
  }
}
