import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { streamPath } from '#schema/protocol.ts'
import { freePort } from '../free-port.ts'
import { root } from '../programs.ts'
import { testEnvironment } from '../test-environment.ts'
import type { Bench } from './bench.ts'
import { kb, mb, noted, within } from './table.ts'

const restMs = 60_000
const streamCount = 1_000
const startMs = 120_000

export const memory: Bench = {
  says: `the server of npm start with the demo firms, PostgreSQL apart: ${restMs / 1000} s after its start, then with ${streamCount} idle streams`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'holdfast-memory-'))
    const port = await freePort()
    const origin = `http://localhost:${port}`
    const env = { ...testEnvironment(), PORT: String(port), DATA_DIR: folder }
    const server = spawn(process.execPath, [join(root, 'scripts', 'start.ts')], { env, stdio: 'ignore' })
    const bare = spawn(process.execPath, ['-e', 'require("node:http").createServer().listen(0)'], { stdio: 'ignore' })
    const streams: ClientRequest[] = []
    try {
      await isReady(server, origin)
      await sleep(restMs)
      const atRest = megabytesOf(server)
      const nothing = mb('Node.js that listens and does nothing', megabytesOf(bare))
      const cookie = await signIn(origin)
      const before = megabytesOf(server)
      for (let count = 0; count < streamCount; count++) streams.push(await openStream(origin, cookie))
      await sleep(restMs / 2)
      const listening = megabytesOf(server)
      return [
        noted(nothing),
        within(200, mb('the server at rest', atRest)),
        within(200 + streamCount * 0.05, mb(`with ${streamCount} idle streams`, listening)),
        within(50, kb('each of them', ((listening - before) * 1000) / streamCount)),
      ]
    } finally {
      for (const each of streams) each.destroy()
      bare.kill()
      server.kill('SIGTERM')
      await once(server, 'exit')
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

const megabytesOf = ({ pid }: ChildProcess): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1000

async function isReady(server: ChildProcess, origin: string): Promise<void> {
  const until = performance.now() + startMs
  while (server.exitCode === null && performance.now() < until) {
    if ((await fetch(`${origin}/readyz`).catch(() => undefined))?.ok) return
    await sleep(100)
  }
  throw new Error('The server under measurement did not start')
}

async function signIn(origin: string): Promise<string> {
  const body = new URLSearchParams({ email: 'admin@demo.test', password: 'demo-demo-demo' })
  const response = await fetch(`${origin}/api/login`, { method: 'POST', headers: { origin }, body, redirect: 'manual' })
  return response.headers.getSetCookie()[0]!.split(';')[0]!
}

/** Resolves with the stream's request when its first hint has come. */
async function openStream(origin: string, cookie: string): Promise<ClientRequest> {
  const stream = request(`${origin}${streamPath}`, { headers: { cookie }, agent: false })
  stream.end()
  const [response] = await once(stream, 'response')
  response.on('error', () => {})
  stream.on('error', () => {})
  await once(response, 'data')
  return stream
}
