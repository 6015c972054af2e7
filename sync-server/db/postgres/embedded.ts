import { existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { withSql } from './open-sql.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { ownerRole, openPostgresFolder, readOwnerPassword } from './postgres-folder.ts'
import { openInstance, type PostgresInstance } from './postgres-instance.ts'

export interface EmbeddedPostgres {
  readonly url: string
  readonly started: boolean
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string
  readonly database?: string
  readonly throwAway?: boolean
  readonly report?: (message: string) => void
}

/** Also a cluster of another version. */
export const hasCluster = (dataDir: string): boolean =>
  existsSync(dataDir) &&
  readdirSync(dataDir).some((name) => /^postgres-\d+$/.test(name) && existsSync(join(dataDir, name, 'PG_VERSION')))

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await openDatabase(options)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(
      `The embedded PostgreSQL cannot be used: ${reason}\n` +
        'To use a PostgreSQL of your own, set DATABASE_URL (postgres://user:password@host:5432/name).',
      { cause },
    )
  }
}

async function openDatabase(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { database = 'holdfast', throwAway = false, report = console.error } = options
  const binaries = findPostgresBinaries()
  mkdirSync(options.dataDir, { recursive: true })
  const dataDir = realpathSync(options.dataDir)
  const folder = await openPostgresFolder(binaries, dataDir, throwAway)
  const cluster = { binaries, folder, throwAway }
  const instance = await openInstance(cluster)
  const urlOf = (name: string) =>
    `postgres://${ownerRole}:${readOwnerPassword(folder)}@127.0.0.1:${instance.port}/${encodeURIComponent(name)}`
  await ensureDatabase(urlOf('postgres'), database)
  const running = keepRunning(instance, () => openInstance(cluster, instance.port), report)
  return { url: urlOf(database), started: instance.started, stop: running.stop }
}

const ensureDatabase = (url: string, name: string): Promise<void> =>
  withSql(url, async (sql) => {
    const found = await sql`select from pg_database where datname = ${name}`
    if (found.length) return
    await sql`create database ${sql(name)}`.catch((error: unknown) => {
      // Another process has created it meanwhile.
      const isThere = error instanceof postgres.PostgresError && ['42P04', '23505'].includes(error.code)
      if (!isThere) throw error
    })
  })

/** The process that runs the database may end first. A restarted database keeps its port for the connection pools. */
function keepRunning(first: PostgresInstance, reopen: () => Promise<PostgresInstance>, report: (m: string) => void) {
  let current = first
  let reopening: Promise<void> = Promise.resolve()
  let stopping = false
  void watch()

  async function watch(): Promise<void> {
    for (;;) {
      await current.exited
      if (stopping) return
      reopening = replace()
      await reopening
    }
  }

  async function replace(): Promise<void> {
    try {
      current = await reopen()
      report('The database had stopped and was restarted')
    } catch (error) {
      report(`The database has stopped and does not start: ${error instanceof Error ? error.message : String(error)}`)
      await sleep(1000, undefined, { ref: false })
    }
  }

  async function stop(): Promise<void> {
    stopping = true
    await reopening
    await current.stop()
  }

  return { stop }
}
