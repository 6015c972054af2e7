import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { ClientRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#server/db/connect/database.ts'
import { startEmbeddedPostgres } from '#server/db/postgres/embedded.ts'
import { freePort } from '../../processes/free-port.ts'
import { root } from '../../processes/programs.ts'
import { testEnvironment } from '../../checks/test-environment.ts'
import type { Bench } from './bench.ts'
import { makeFirm, signInTimes, typicalShape } from '../stage/firm.ts'
import { listen, sessionsFor } from '../stage/listeners.ts'
import { kb, mb, noted, within } from '../stage/table.ts'

const restMs = 60_000
const streamCount = 5_000
const startMs = 120_000

export const memory: Bench = {
  conditions: `the server of npm start, PostgreSQL apart: ${restMs / 1000} s after its start, then with ${streamCount} idle streams of a firm`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'holdfast-memory-'))
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data') })
    const port = await freePort()
    const origin = `http://localhost:${port}`
    const env = { ...testEnvironment(), PORT: String(port), DATA_DIR: folder, DATABASE_URL: postgres.url }
    const server = spawn(process.execPath, [join(root, 'scripts', 'start.ts')], { env, stdio: 'ignore' })
    const bare = spawn(process.execPath, ['-e', 'require("node:http").createServer().listen(0)'], { stdio: 'ignore' })
    let streams: readonly ClientRequest[] = []
    try {
      await isReady(server, origin)
      const database = await openDatabase(postgres.url, 2)
      const firm = await makeFirm(postgres.url, database, typicalShape(1_000))
      const cookies = await signInTimes(database, firm, sessionsFor(streamCount))
      await database.close()
      await sleep(restMs)
      const atRest = megabytesOf(server)
      const nothing = mb('Node.js that listens and does nothing', megabytesOf(bare))
      streams = await listen(origin, cookies, streamCount)
      await sleep(restMs / 2)
      const listening = megabytesOf(server)
      return [
        noted(nothing),
        within(200, mb('the server at rest', atRest)),
        noted(mb(`with ${streamCount} idle streams`, listening)),
        within(50, kb('each of them', ((listening - atRest) * 1000) / streamCount)),
      ]
    } finally {
      for (const each of streams) each.destroy()
      bare.kill()
      server.kill('SIGTERM')
      await once(server, 'exit')
      await postgres.stop()
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
