import type { MiddlewareHandler } from 'hono'
import type { Env } from '#server/http/env.ts'

export const redirectToSignIn: MiddlewareHandler<Env> = async (context, next) => {
  const isPage = (context.req.header('accept') ?? '').includes('text/html')
  if (context.get('session') || !isPage) return next()
  const { pathname, search } = new URL(context.req.url)
  return context.redirect(`/api/login?returnTo=${encodeURIComponent(pathname + search)}`, 303)
}
