import type { Context } from 'hono'

/** An address of this server as people reach it: the public one, else the one they have asked. */
export function serverUrl({ req }: Context, publicUrl: string | undefined, path: string, token?: string): string {
  const url = new URL(path, publicUrl ?? req.url)
  if (token !== undefined) url.searchParams.set('token', token)
  return url.href
}
