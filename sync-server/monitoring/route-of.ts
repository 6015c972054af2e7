import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'

/** The pattern, because clients can invent any number of paths. */
export const routeOf = (context: Context): string =>
  matchedRoutes(context).find(({ path }) => !path.includes('*'))?.path ?? '*'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export const methodOf = ({ req }: Context): string => (methods.has(req.method) ? req.method : 'OTHER')
