import { cpSync, chmodSync, existsSync, mkdirSync, mkdtempSync, appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Sql } from 'postgres'
import { expect } from 'vitest'
import { withSql } from '#server/db/postgres/open-sql.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/postgres/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import type { DumpTools, StartPostgres } from './dump-tools.ts'
import { morning, openServer } from '#server/test/server.ts'

export type Cluster = Awaited<ReturnType<typeof openCluster>>

const startOurs: StartPostgres = (dataDir) => startEmbeddedPostgres({ dataDir, throwAway: true, report: () => {} })

interface ClusterOptions {
  readonly start?: StartPostgres | undefined
  readonly prepared?: PreparedCluster | undefined
}

export interface PreparedCluster {
  readonly folder: string
  readonly remove: () => void
}

export async function prepareCluster(): Promise<PreparedCluster> {
  const { dataDir, folder, stop } = await openCluster()
  await stop()
  return { folder, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

export async function openCluster({ start: startPostgres = startOurs, prepared }: ClusterOptions = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'holdfast-restore-'))
  const folder = join(dataDir, 'postgres-18')
  if (prepared) copyCluster(prepared.folder, folder)
  let database = 'holdfast'
  let running: EmbeddedPostgres
  let nodes: Awaited<ReturnType<typeof openServer>>[] = []
  let turn = 0
  let now = morning

  const url = () => Object.assign(new URL(running.url), { pathname: `/${database}` }).href

  async function openNodes(): Promise<void> {
    await migrate(url())
    nodes = [await openServer(url()), await openServer(url())]
    setClocks()
  }
  const setClocks = () => nodes.forEach(({ clock }) => clock.set(now))
  async function closeNodes(): Promise<void> {
    for (const node of nodes) expect(node.unexpectedErrors).toEqual([])
    await Promise.all(nodes.map((node) => node.close()))
  }
  async function start(): Promise<void> {
    running = await startPostgres(dataDir)
    await openNodes()
  }
  async function stop(): Promise<void> {
    await closeNodes()
    await running.stop()
  }
  const asOwner = <T>(run: (sql: Sql) => Promise<T>): Promise<T> =>
    withSql(Object.assign(new URL(running.url), { pathname: '/postgres' }).href, run)

  await start()
  return {
    dataDir,
    folder,
    start,
    stop,
    asOwner,
    url,
    server: () => nodes[0]!,
    request: (path: string, init: RequestInit) => nodes[turn++ % 2]!.app.request(path, init),
    setClock(to: string): void {
      now = to
      setClocks()
    },
    async withoutServer(work: () => Promise<unknown>): Promise<void> {
      await closeNodes()
      await work()
      await openNodes()
    },
    moveTo(name: string): void {
      database = name
    },
    async close(): Promise<void> {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type CopyMethod = (cluster: Cluster) => Promise<() => Promise<void>>

/** The archiver's files change during the copy. */
const isOfTheRun = (path: string): boolean =>
  basename(path) === 'postmaster.pid' ||
  basename(path).startsWith('.s.PGSQL') ||
  basename(dirname(path)) === 'archive_status'
const copyRunningFolder = (from: string, to: string): void =>
  cpSync(from, to, { recursive: true, preserveTimestamps: true, filter: (path) => !isOfTheRun(path) })

/** Checking each file would take ten times as long. */
const copyStoppedFolder = (from: string, to: string): void =>
  cpSync(from, to, { recursive: true, preserveTimestamps: true })

/** PostgreSQL requires private permissions. */
export function copyCluster(from: string, to: string): void {
  copyStoppedFolder(from, to)
  chmodSync(to, 0o700)
}

async function bringBack({ folder, start, stop }: Cluster, copy: string): Promise<void> {
  await stop()
  rmSync(folder, { recursive: true })
  copyCluster(copy, folder)
  await start()
}

export const coldCopy: CopyMethod = async (cluster) => {
  const copy = mkdtempSync(join(cluster.dataDir, 'cold-'))
  await cluster.stop()
  copyStoppedFolder(cluster.folder, copy)
  await cluster.start()
  return () => bringBack(cluster, copy)
}

export const hotCopy: CopyMethod = async (cluster) => {
  const copy = join(cluster.dataDir, 'hot')
  await copyRunning(cluster, copy)
  return () => bringBack(cluster, copy)
}

export const copyRunning = ({ asOwner, folder }: Pick<Cluster, 'asOwner' | 'folder'>, copy: string): Promise<void> =>
  asOwner(async (sql) => {
    await sql`select pg_backup_start('copy', true)`
    copyRunningFolder(folder, copy)
    const [stopped] = await sql<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`
    copyRunningFolder(join(folder, 'pg_wal'), join(copy, 'pg_wal'))
    writeFileSync(join(copy, 'backup_label'), stopped!.labelfile)
  })

export const pointInTime: CopyMethod = async (cluster) => {
  const [copy, archive] = [join(cluster.dataDir, 'base'), join(cluster.dataDir, 'archive')]
  mkdirSync(archive)
  chmodSync(archive, 0o777)
  await cluster.asOwner(async (sql) => {
    await sql`alter system set archive_mode = 'on'`
    await sql.unsafe(`alter system set archive_command = 'cp %p ${archive}/%f'`)
  })
  await cluster.stop()
  await cluster.start()
  await copyRunning(cluster, copy)
  await cluster.asOwner((sql) => sql`select pg_create_restore_point('wanted')`)
  return async () => {
    const name = await cluster.asOwner(async (sql) => {
      const [row] = await sql<{ name: string }[]>`select pg_walfile_name(pg_switch_wal()) as name`
      return row!.name
    })
    await expect.poll(() => existsSync(join(archive, name))).toBe(true)
    appendFileSync(
      join(copy, 'postgresql.auto.conf'),
      `hot_standby = off
archive_mode = off
restore_command = 'cp ${archive}/%f %p'
recovery_target_name = 'wanted'
recovery_target_action = promote
`,
    )
    writeFileSync(join(copy, 'recovery.signal'), '')
    await bringBack(cluster, copy)
  }
}

export const otherName: CopyMethod = async (cluster) => {
  await cluster.withoutServer(() => cluster.asOwner((sql) => sql`create database kept template holdfast`))
  return () => cluster.withoutServer(async () => cluster.moveTo('kept'))
}

export const dumped =
  ({ dump, restore }: Pick<DumpTools, 'dump' | 'restore'>): CopyMethod =>
  async (cluster) => {
    const file = join(cluster.dataDir, 'firm.dump')
    dump(cluster.url(), file)
    return () =>
      cluster.withoutServer(async () => {
        await cluster.asOwner((sql) => sql`drop database holdfast with (force)`)
        await cluster.asOwner((sql) => sql`create database holdfast`)
        restore(cluster.url(), file)
      })
  }
