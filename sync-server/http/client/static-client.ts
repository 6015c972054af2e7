// From memory: a request can only name what the build wrote.
import { type Context, Hono } from 'hono'
import { preferredEncoding } from './accept-encoding.ts'
import { appPage } from './app-page.ts'
import { readClientFiles, type ClientFile } from './client-files.ts'

const notBuilt = 'The client is not built yet. Run "npm run build", then start the server again.'
/** An unknown one never gets the app's page. */
const serverPath = /^\/(api|files)(\/|$)/
const buildFolder = '/assets/'

export function staticClient(root: string): Hono {
  const files = readClientFiles(root)
  const index = files.get('/index.html')
  const page = index && appPage(index)
  return new Hono().use(async (c, next) => {
    const path = c.req.path === '/' ? '/index.html' : c.req.path
    if ((c.req.method !== 'GET' && c.req.method !== 'HEAD') || serverPath.test(path)) return next()
    if (page === undefined) return c.text(notBuilt, 503)
    const file = files.get(path)
    if (file === index) return page(c)
    if (file !== undefined) return respondWithFile(c, file)
    return isNavigation(c) && !path.startsWith(buildFolder) ? page(c) : next()
  })
}

const isNavigation = (c: Context): boolean => (c.req.header('accept') ?? '').includes('text/html')

function respondWithFile(c: Context, file: ClientFile): Response {
  const encoding = preferredEncoding(c.req.header('accept-encoding'), Object.keys(file.bodies))
  const { bytes, etag } = file.bodies[encoding]!
  c.header('etag', etag)
  c.header('cache-control', file.cacheControl)
  if (Object.keys(file.bodies).length > 1) c.header('vary', 'accept-encoding')
  if (isKnown(c.req.header('if-none-match'), etag)) return c.body(null, 304)
  if (encoding !== 'identity') c.header('content-encoding', encoding)
  c.header('content-type', file.type)
  c.header('content-length', String(bytes.length))
  return c.body(bytes)
}

/** Proxies may have made the tag weak. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}
