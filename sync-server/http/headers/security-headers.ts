import type { MiddlewareHandler } from 'hono'
import { pageStyle } from '#server/http/pages/page.ts'

export const policyWith = (styles: string): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' ${styles}`.trimEnd(),
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "frame-src 'none'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The app's page has its own policy (app-page.ts). */
const pagePolicy = policyWith(pageStyle)
const defaultPolicy = policyWith('')
const isPage = (headers: Headers): boolean => headers.get('content-type')?.startsWith('text/html') ?? false

const deniedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'microphone',
  'payment',
  'usb',
]
const permissions = deniedFeatures.map((feature) => `${feature}=()`).join(', ')

export const securityHeaders = (isSecure: boolean): MiddlewareHandler =>
  async function setHeaders(context, next) {
    await next()
    const { headers } = context.res
    if (!headers.has('content-security-policy'))
      headers.set('content-security-policy', isPage(headers) ? pagePolicy : defaultPolicy)
    headers.set('x-content-type-options', 'nosniff')
    headers.set('referrer-policy', 'same-origin')
    headers.set('x-frame-options', 'DENY')
    headers.set('cross-origin-opener-policy', 'same-origin')
    headers.set('cross-origin-resource-policy', 'same-origin')
    headers.set('permissions-policy', permissions)
    if (isSecure) headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains')
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  }
