import type { MiddlewareHandler } from 'hono'
import type { Env } from '#server/http/env.ts'
import { RequestError } from '#server/http/errors.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Browsers send it to another site only with consent, which this server never gives. */
const partOfUpload = 'application/offset+octet-stream'
const types = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', partOfUpload]

/**
 * Decides by Sec-Fetch-Site, else by Origin. Without either header, a form's content type is refused, because only browsers
 * send forms.
 */
export const crossSiteCheck = (ownOrigin: (url: URL, host: string | undefined) => string): MiddlewareHandler<Env> =>
  async function checkSite(context, next) {
    if (safe.has(context.req.method)) return next()
    const [site, origin] = [context.req.header('sec-fetch-site'), context.req.header('origin')]
    const type = (context.req.header('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
    const isOwn =
      origin === undefined ? undefined : origin === ownOrigin(new URL(context.req.url), context.req.header('host'))
    const isAllowed = site
      ? site === 'same-origin' || site === 'none'
      : (isOwn ?? (type === 'application/json' || type === partOfUpload || type === ''))
    if (!isAllowed || isOwn === false) throw new RequestError('FORBIDDEN', {}, 'This request came from another site.')
    if (type !== '' && !types.includes(type)) throw new RequestError('VALIDATION', {}, 'A JSON body is expected')
    return next()
  }
