// A separate server and PostgreSQL, so that other benches' firms do not interfere.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Database, openDatabase } from '#server/db/connect/database.ts'
import { startEmbeddedPostgres } from '#server/db/postgres/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { portOf } from './ports.ts'

export interface SeparateServer {
  readonly ownerUrl: string
  readonly database: Database
  readonly origin: string
  readonly pid: number
}

const serverFile = fileURLToPath(new URL('./server.ts', import.meta.url))

export async function withSeparateServer<Result>(work: (own: SeparateServer) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data') })
  try {
    await migrate(postgres.url)
    return await withServerOn(postgres.url, work)
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

export async function withServerOn<Result>(
  ownerUrl: string,
  work: (own: SeparateServer) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(ownerUrl, 2)
  const server = fork(serverFile, [ownerUrl, tmpdir()], { execArgv: process.execArgv })
  try {
    const origin = `http://localhost:${await portOf(server)}`
    return await work({ ownerUrl, database, origin, pid: server.pid! })
  } finally {
    server.disconnect()
    await once(server, 'exit')
    await database.close()
  }
}
