import type { Context } from 'hono'
import { RequestError } from '#server/http/errors.ts'

async function readBytes(context: Context, limit: number): Promise<Uint8Array> {
  if (Number(context.req.header('content-length') ?? 0) > limit) throw new RequestError('TOO_LARGE')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of context.req.raw.body ?? []) {
    size += chunk.length
    if (size > limit) throw new RequestError('TOO_LARGE')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Far below the depth at which recursion would fail. */
const maxDepth = 32

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((each) => isDeeperThan(each, depth - 1))
}

export async function readJson(context: Context, limit: number): Promise<unknown> {
  const bytes = await readBytes(context, limit)
  if (!bytes.length) throw new RequestError('VALIDATION', {}, 'A JSON body is expected')
  const value = parseJson(bytes)
  if (isDeeperThan(value, maxDepth)) throw new RequestError('VALIDATION', {}, 'The body is nested too deeply')
  return value
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new RequestError('VALIDATION', {}, 'The body is not valid JSON')
  }
}

const formBytes = 20_000

/** A file instead of a text counts as ''. */
export async function readForm(context: Context): Promise<(name: string) => string> {
  const body = Buffer.from(await readBytes(context, formBytes))
  const headers = { 'content-type': context.req.header('content-type') ?? '' }
  const form = await new Response(body, { headers }).formData().catch(() => new FormData())
  return (name) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
}

export async function readUpload(context: Context, limit: number): Promise<FormData> {
  const body = Buffer.from(await readBytes(context, limit))
  const headers = { 'content-type': context.req.header('content-type') ?? '' }
  return new Response(body, { headers }).formData().catch(() => {
    throw new RequestError('VALIDATION', {}, 'A form with a file is expected')
  })
}
