// A front of the server, as a firm's own proxy would be, that serves the application in two builds: the one that was
// built, and a next one, which differs from it by the name that the settings show.
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { Env } from '#server/http/env.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { sayProtocol } from '#server/http/whose-request.ts'
import { staticClient } from '#server/http/static-client.ts'
import { webFolder } from '../scripts/build/places.ts'
import { versionOf } from '../scripts/build/version.ts'

export interface TwoBuilds {
  readonly url: string
  readonly builds: { readonly first: string; readonly next: string }
  /** From now on the next build is served. */
  publish(): void
  /** From now on the worker, the page, or the file that differs fails in this way; gives whether it has been asked for. */
  breakFile(which: 'worker' | 'page' | 'changed', how: Failure): () => boolean
  /** Answers with an error of its own whatever is not a file of the application. */
  hideServer(): void
  /** Nothing goes through any more. */
  unplug(): void
  heal(): void
  close(): Promise<void>
}

type Failure = 'answers 500' | 'is cut off' | 'is the page of a portal'

const nextName = 'nextnext'
const portal = '<!doctype html><title>Hotel</title><h1>Welcome to our network</h1>'

/** The page is asked for under this name by the worker alone. */
const named = { worker: '/sw.js', page: '/index.html' } as const

/** The build in this folder becomes the next one; resolves with the paths of the files that differ. */
async function renameBuild(folder: string, build: string): Promise<readonly string[]> {
  const names = (await readdir(join(folder, 'assets'))).map((name) => `assets/${name}`)
  const changed: string[] = []
  for (const name of names.filter((each) => each.endsWith('.js'))) {
    const text = await readFile(join(folder, name), 'utf8')
    if (!text.includes(build)) continue
    await writeFile(join(folder, name), text.replaceAll(build, nextName))
    changed.push(name)
  }
  const worker = join(folder, 'sw.js')
  const list = await readFile(worker, 'utf8')
  // A bundler would give them other names.
  const differs = (name: string) =>
    [`{"revision":null,"url":"${name}"}`, `{"revision":"next","url":"${name}"}`] as const
  await writeFile(
    worker,
    changed.reduce((text, name) => text.replace(...differs(name)), list),
  )
  return changed
}

export async function serveTwoBuilds(serverUrl: string): Promise<TwoBuilds> {
  const { build } = await versionOf()
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-next-build-'))
  await cp(webFolder, folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })
  const changed = await renameBuild(folder, build)
  if (changed.length !== 1) throw new Error(`The build is named in ${changed.length} files instead of one`)
  const clientIn = (root: string) =>
    getRequestListener(new Hono<Env>().use(securityHeaders(false), sayProtocol).route('/', staticClient(root)).fetch)
  const [first, next] = [clientIn(webFolder), clientIn(folder)]
  let served = first
  let isServerHidden = false
  let isUnplugged = false
  let broken: { readonly path: string; readonly how: Failure; readonly asked: () => void } | null = null

  function toServer(incoming: IncomingMessage, answer: ServerResponse): void {
    const { port, hostname } = new URL(serverUrl)
    const { method, headers, url: path } = incoming
    const outgoing = request({ port, hostname, path, method, headers }, (from) => {
      answer.writeHead(from.statusCode!, from.headers)
      from.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    answer.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  }

  const front = createServer((incoming, answer) => {
    if (isUnplugged) return void answer.destroy()
    const path = new URL(incoming.url!, serverUrl).pathname
    if (/^\/(api|files)(\/|$)/.test(path)) {
      if (isServerHidden) answer.writeHead(502).end('Bad gateway')
      else toServer(incoming, answer)
    } else if (broken?.path === path) {
      broken.asked()
      if (broken.how === 'answers 500') answer.writeHead(500).end('The disk is gone')
      else if (broken.how === 'is the page of a portal')
        answer.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'max-age=3600' }).end(portal)
      else {
        answer.writeHead(200, { 'content-type': 'text/javascript', 'content-length': '5000' })
        answer.write('export const half =', () => answer.destroy())
      }
    } else void served(incoming, answer)
  }).listen(0)
  await once(front, 'listening')

  return {
    url: `http://localhost:${(front.address() as AddressInfo).port}`,
    builds: { first: build, next: nextName },
    publish: () => void (served = next),
    breakFile(which, how) {
      let isAsked = false
      const path = which === 'changed' ? `/${changed[0]!}` : named[which]
      broken = { path, how, asked: () => void (isAsked = true) }
      return () => isAsked
    },
    hideServer: () => void (isServerHidden = true),
    unplug() {
      isUnplugged = true
      front.closeAllConnections()
    },
    heal() {
      isServerHidden = false
      isUnplugged = false
      broken = null
    },
    async close() {
      front.closeAllConnections()
      front.close()
      await once(front, 'close')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
