// The builds differ in the version shown in the settings. With OLDER_BUILD, the build of an earlier commit comes first.
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { Env } from '#server/http/env.ts'
import { securityHeaders } from '#server/http/headers/security-headers.ts'
import { setProtocolHeader } from '#server/http/headers/check-person.ts'
import { staticClient } from '#server/http/client/static-client.ts'
import { webFolder } from '../../scripts/build/folders.ts'
import { stampName } from '../../scripts/build/stamp.ts'
import { versionOf } from '../../scripts/build/version.ts'
import { instrumentBuild, type WatchWrites, writesPath } from './instrument-build.ts'

export interface TwoBuilds {
  readonly url: string
  /** Null for a build that shows no version. */
  readonly builds: { readonly first: string | null; readonly next: string }
  readonly isFirstOlderCommit: boolean
  publish(): void
  /** The result reports whether the file was requested. */
  breakFile(file: 'worker' | 'page' | 'changed', failure: Failure): () => boolean
  /** Responds 502 to /api and /files; still serves the build. */
  failApi(): void
  disconnect(): void
  restore(): void
  close(): Promise<void>
}

type Failure = 'responds 500' | 'is cut off' | 'is a captive portal page'

const nextName = 'nextnext'
const captivePortalPage = '<!doctype html><title>Hotel</title><h1>Welcome to our network</h1>'

/** Only the service worker requests /index.html; browsers request /. */
const fixedPaths = { worker: '/sw.js', page: '/index.html' } as const

interface Build<Name = string> {
  readonly folder: string
  readonly name: Name
}

async function scriptsWithVersion({ folder, name }: Build): Promise<readonly string[]> {
  const paths = (await readdir(join(folder, 'assets'))).map((each) => `assets/${each}`)
  const texts = await Promise.all(
    paths
      .filter((path) => path.endsWith('.js'))
      .map(async (path) => [path, await readFile(join(folder, path), 'utf8')]),
  )
  return texts.filter(([, text]) => text!.includes(name)).map(([path]) => path!)
}

async function renameBuild(build: Build): Promise<void> {
  const { folder, name } = build
  const changed = await scriptsWithVersion(build)
  if (changed.length !== 1) throw new Error(`The version appears in ${changed.length} files instead of one`)
  for (const path of changed) {
    const text = await readFile(join(folder, path), 'utf8')
    await writeFile(join(folder, path), text.replaceAll(name, nextName))
  }
  const worker = join(folder, 'sw.js')
  const list = await readFile(worker, 'utf8')
  // A bundler would give changed files new names. These keep theirs, so their revisions must differ.
  const revisionChange = (path: string) =>
    [`{"revision":null,"url":"${path}"}`, `{"revision":"next","url":"${path}"}`] as const
  await writeFile(
    worker,
    changed.reduce((text, path) => text.replace(...revisionChange(path)), list),
  )
}

const copyBuild = (folder: string): Promise<void> =>
  cp(webFolder, folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })

async function currentAndRenamedBuilds(folder: string): Promise<readonly [Build, Build]> {
  const { build } = await versionOf()
  await copyBuild(folder)
  await renameBuild({ folder, name: build })
  return [
    { folder: webFolder, name: build },
    { folder, name: nextName },
  ]
}

const versionIn = async (folder: string): Promise<string> =>
  (await readFile(join(folder, stampName), 'utf8')).slice(0, 8)

async function olderAndCurrentBuilds(
  olderFolder: string,
  folder: string,
): Promise<readonly [Build<string | null>, Build]> {
  const build = { folder: olderFolder, name: await versionIn(olderFolder) }
  const showsVersion = (await scriptsWithVersion(build)).length > 0
  await copyBuild(folder)
  return [showsVersion ? build : { ...build, name: null }, { folder, name: await versionIn(folder) }]
}

async function changedScript(first: Build<string | null>, next: Build): Promise<string> {
  const precacheList = async ({ folder }: Build<string | null>): Promise<readonly string[]> =>
    (await readFile(join(folder, 'sw.js'), 'utf8')).match(/\{"revision":[^}]*\}/g) ?? []
  const firstFiles = await precacheList(first)
  const newFiles = (await precacheList(next)).filter((entry) => !firstFiles.includes(entry))
  const [, path] = /"url":"([^"]+\.js)"/.exec(newFiles.join()) ?? []
  if (path === undefined) throw new Error('The two builds have the same scripts')
  return path
}

/** With `watch`, the next build waits for its promise before each write. */
export async function serveTwoBuilds(serverUrl: string, watch?: WatchWrites): Promise<TwoBuilds> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-next-build-'))
  const { OLDER_BUILD } = process.env
  const [first, next] = await (OLDER_BUILD
    ? olderAndCurrentBuilds(OLDER_BUILD, folder)
    : currentAndRenamedBuilds(folder))
  if (watch) await instrumentBuild(next.folder)
  const changed = await changedScript(first, next)
  const listenerFor = (root: string) =>
    getRequestListener(
      new Hono<Env>().use(securityHeaders(false), setProtocolHeader).route('/', staticClient(root)).fetch,
    )
  const [serveFirst, serveNext] = [listenerFor(first.folder), listenerFor(next.folder)]
  let served = serveFirst
  let isApiFailing = false
  let isDisconnected = false
  let brokenFile: { readonly path: string; readonly failure: Failure; readonly onRequest: () => void } | null = null

  function forwardToServer(incoming: IncomingMessage, response: ServerResponse): void {
    const { port, hostname } = new URL(serverUrl)
    const { method, headers, url: path } = incoming
    const outgoing = request({ port, hostname, path, method, headers }, (upstream) => {
      response.writeHead(upstream.statusCode!, upstream.headers)
      upstream.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  }

  const proxy = createServer((incoming, response) => {
    const { pathname: path, searchParams } = new URL(incoming.url!, serverUrl)
    if (path === writesPath) return void watch?.(searchParams.get('write')!).then(() => response.writeHead(204).end())
    if (isDisconnected) return void response.destroy()
    if (/^\/(api|files)(\/|$)/.test(path)) {
      if (isApiFailing) response.writeHead(502).end('Bad gateway')
      else forwardToServer(incoming, response)
    } else if (brokenFile?.path === path) {
      brokenFile.onRequest()
      if (brokenFile.failure === 'responds 500') response.writeHead(500).end('The disk is gone')
      else if (brokenFile.failure === 'is a captive portal page')
        response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'max-age=3600' }).end(captivePortalPage)
      else {
        response.writeHead(200, { 'content-type': 'text/javascript', 'content-length': '5000' })
        response.write('export const half =', () => response.destroy())
      }
    } else void served(incoming, response)
  }).listen(0)
  await once(proxy, 'listening')

  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    builds: { first: first.name, next: next.name },
    isFirstOlderCommit: Boolean(OLDER_BUILD),
    publish: () => void (served = serveNext),
    breakFile(which, failure) {
      let isRequested = false
      const path = which === 'changed' ? `/${changed}` : fixedPaths[which]
      brokenFile = { path, failure, onRequest: () => void (isRequested = true) }
      return () => isRequested
    },
    failApi: () => void (isApiFailing = true),
    disconnect() {
      isDisconnected = true
      proxy.closeAllConnections()
    },
    restore() {
      isApiFailing = false
      isDisconnected = false
      brokenFile = null
    },
    async close() {
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
