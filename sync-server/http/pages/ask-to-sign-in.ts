import type { MiddlewareHandler } from 'hono'
import type { Env } from '#server/http/env.ts'

export const askToSignIn: MiddlewareHandler<Env> = async function redirectToSignIn(context, next) {
  const isPage = (context.req.header('accept') ?? '').includes('text/html')
  if (context.get('session') || !isPage) return next()
  const { pathname, search } = new URL(context.req.url)
  return context.redirect(`/api/login?returnTo=${encodeURIComponent(pathname + search)}`, 303)
}
