import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'

export interface ClientFile {
  readonly type: string
  readonly cacheControl: string
  readonly bodies: Readonly<Record<string, Body>>
}

interface Body {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly etag: string
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const copies = { br: '.br', gzip: '.gz' }
/** A name with a content hash never changes. */
const hashedFile = /^\/assets\/.*-[\w-]{8}\.\w+$/

export function readClientFiles(root: string): ReadonlyMap<string, ClientFile> {
  if (!existsSync(join(root, 'index.html'))) return new Map()
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    // Dot files belong to the build.
    .filter(
      (entry) => entry.isFile() && !entry.name.startsWith('.') && !Object.values(copies).includes(extname(entry.name)),
    )
    .map((entry) => join(entry.parentPath, entry.name))
  return new Map(paths.map((path) => [urlPath(root, path), readClientFile(path, urlPath(root, path))]))
}

const urlPath = (root: string, path: string): string => `/${relative(root, path).split(sep).join('/')}`

function readClientFile(path: string, url: string): ClientFile {
  const bodies: Record<string, Body> = { identity: readBody(path) }
  for (const [encoding, extension] of Object.entries(copies)) {
    if (existsSync(path + extension)) bodies[encoding] = readBody(path + extension)
  }
  return {
    type: types[extname(path)] ?? 'application/octet-stream',
    cacheControl: hashedFile.test(url) ? 'public, max-age=31536000, immutable' : 'no-cache',
    bodies,
  }
}

function readBody(path: string): Body {
  const bytes = new Uint8Array(readFileSync(path))
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}
