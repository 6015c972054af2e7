import type { MiddlewareHandler } from 'hono'
import type { Metrics } from './metrics.ts'
import { methodOf, routeOf } from './route-of.ts'

export const countRequests = (onRequest: Metrics['onRequest']): MiddlewareHandler =>
  async function countRequest(context, next) {
    const began = performance.now()
    await next()
    const request = { method: methodOf(context), route: routeOf(context), status: context.res.status }
    onRequest(request, (performance.now() - began) / 1_000)
  }
