// pg_dump refuses newer servers.
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { withSql } from '#server/db/postgres/open-sql.ts'
import type { EmbeddedPostgres } from '#server/db/postgres/embedded.ts'
import { postgresMajor, type PostgresBinaries } from '#server/db/postgres/postgres-binaries.ts'
import { openInstance } from '#server/db/postgres/postgres-instance.ts'
import { findRunAs, spawnAs } from '#server/db/postgres/postgres-process.ts'

export type StartPostgres = (dataDir: string) => Promise<EmbeddedPostgres>

export interface DumpTools {
  readonly major: number
  readonly start?: StartPostgres
  dump(url: string, file: string): void
  restore(url: string, file: string): void
}

export function findDumpTools(): DumpTools | undefined {
  const found = folders().flatMap((folder) => toolsIn(folder) ?? [])
  return found.find(({ start }) => !start) ?? found[0]
}

function folders(): string[] {
  const debian = '/usr/lib/postgresql'
  const installed = existsSync(debian) ? readdirSync(debian).map((major) => join(debian, major, 'bin')) : []
  return [...installed, ...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean)]
}

function toolsIn(folder: string): DumpTools | undefined {
  const program = (name: string) => join(folder, name)
  if (!['pg_dump', 'pg_restore'].every((name) => existsSync(program(name)))) return undefined
  const version = spawnSync(program('pg_dump'), ['--version'], { encoding: 'utf8' }).stdout ?? ''
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(version)?.[1] ?? 0)
  const run = (name: string, args: string[]) =>
    void execFileSync(program(name), args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const tools = {
    major,
    dump: (url: string, file: string) => run('pg_dump', ['--format=custom', `--file=${file}`, url]),
    restore: (url: string, file: string) => run('pg_restore', ['--exit-on-error', `--dbname=${url}`, file]),
  }
  if (major >= postgresMajor) return tools
  const binaries = { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') }
  return Object.values(binaries).every((path) => existsSync(path))
    ? { ...tools, start: createStarter(binaries) }
    : undefined
}

const createStarter =
  (binaries: PostgresBinaries): StartPostgres =>
  async (dataDir) => {
    const folder = join(dataDir, 'cluster')
    if (!existsSync(folder)) await makeCluster(binaries, dataDir, folder)
    const instance = await openInstance({ binaries, folder, throwAway: true })
    const url = `postgres://holdfast:secret@127.0.0.1:${instance.port}`
    await makeDatabase(`${url}/postgres`)
    return { url: `${url}/holdfast`, started: true, stop: () => instance.stop() } satisfies EmbeddedPostgres
  }

async function makeCluster({ initdb }: PostgresBinaries, dataDir: string, folder: string): Promise<void> {
  const files = join(dataDir, 'init')
  mkdirSync(files)
  const [password, log] = [join(files, 'password'), join(files, 'log')]
  writeFileSync(password, 'secret\n')
  const args = [`--pgdata=${folder}`, '--username=holdfast', `--pwfile=${password}`, '--auth=scram-sha-256']
  const child = spawnAs(findRunAs(initdb, files), initdb, [...args, '--encoding=UTF8', '--locale=C', '--no-sync'], log)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`initdb failed: ${readFileSync(log, 'utf8')}`)
}

const makeDatabase = (url: string): Promise<void> =>
  withSql(url, async (sql) => {
    const found = await sql`select from pg_database where datname = 'holdfast'`
    if (!found.length) await sql`create database holdfast`
  })
