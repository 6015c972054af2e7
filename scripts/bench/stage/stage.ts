import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '#server/db/connect/database.ts'
import { startEmbeddedPostgres } from '#server/db/postgres/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { webFolder } from '../../build/folders.ts'
import { isStale } from '../../build/stamp.ts'
import { root, runScript } from '../../processes/programs.ts'
import { buildPage } from './build-page.ts'
import { type Device, openDevice } from './device.ts'
import { type Cookie, type Firm, makeFirm, type Shape, signInTimes } from './firm.ts'
import { portOf, portsOf } from './ports.ts'

export interface Stage {
  readonly ownerUrl: string
  readonly origin: string
  readonly bareOrigin: string
  readonly device: Device
  readonly app: () => Promise<string>
  readonly firm: (shape: Shape) => Promise<Firm>
  readonly sessions: (firm: Firm, count: number) => Promise<Cookie[]>
  close(): Promise<void>
}

const serverFile = fileURLToPath(new URL('./server.ts', import.meta.url))

export async function openStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-bench-'))
  const page = join(folder, 'page')
  await buildPage(page)
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data') })
  await migrate(postgres.url)
  const database = await openDatabase(postgres.url, 2)
  const serve = (client: string) => fork(serverFile, [postgres.url, client], { execArgv: process.execArgv })
  const server = serve(page)
  let app: ChildProcess | undefined
  const startApp = async () => {
    if (await isStale()) await runScript(join(root, 'scripts', 'build.ts'), [], process.env)
    app = serve(webFolder)
    return `http://localhost:${await portOf(app)}`
  }
  let starting: Promise<string> | undefined
  const { port, barePort } = await portsOf(server)
  const origin = `http://localhost:${port}`
  const device = openDevice(origin, join(folder, 'profile'))
  const firms = new Map<string, Promise<Firm>>()
  return {
    ownerUrl: postgres.url,
    origin,
    bareOrigin: `http://localhost:${barePort}`,
    device,
    app: () => (starting ??= startApp()),
    firm(shape) {
      const key = JSON.stringify(shape)
      const cached = firms.get(key) ?? makeFirm(postgres.url, database, shape)
      firms.set(key, cached)
      return cached
    },
    sessions: (firm, count) => signInTimes(database, firm, count),
    async close() {
      await device.close()
      for (const each of [server, app]) {
        each?.disconnect()
        if (each) await once(each, 'exit')
      }
      await database.close()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
