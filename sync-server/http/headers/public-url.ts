import type { Context } from 'hono'

export function serverUrl({ req }: Context, publicUrl: string | undefined, path: string, token?: string): string {
  const url = new URL(path, publicUrl ?? req.url)
  if (token !== undefined) url.searchParams.set('token', token)
  return url.href
}
