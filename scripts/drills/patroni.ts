// Two PostgreSQL servers under Patroni with one etcd, from the documented configuration.
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { withSql } from '#server/db/postgres/open-sql.ts'
import { type MovableAddress, openAddress } from '#server/test/services/movable-address.ts'
import { freePort } from '../processes/free-port.ts'
import { root } from '../processes/programs.ts'
import { type DebianProcess, ensurePrograms, killQuietly, postgresUser, startProcess } from './debian-process.ts'
import { until } from './devices.ts'
import { startDatabaseProxy } from './load-balancers.ts'

interface Member {
  readonly name: string
  readonly port: number
  readonly restPort: number
  readonly dataDir: string
  /** Where the other server replicates from. */
  readonly replication: MovableAddress
  start(): void
  /** Kills Patroni and every process of PostgreSQL. */
  kill(): Promise<void>
  isRunning(): boolean
}

interface MemberState {
  readonly name: string
  readonly role: string
  readonly state: string
}

export interface PatroniCluster {
  /** Through the proxy. */
  readonly ownerUrl: string
  ownerUrlAt(member: Member): string
  readonly settings: Readonly<Record<string, unknown>>
  primary(): Promise<Member>
  other(member: Member): Member
  /** Resolves when one server is the primary and the other follows it, synchronously if the cluster does. */
  whenComplete(): Promise<Member>
  whenPromoted(member: Member): Promise<number>
  timelineOf(member: Member): Promise<number>
  configure(change: Readonly<Record<string, unknown>>): Promise<void>
  logs(): string
  stop(): Promise<void>
}

const passwords = { superuser: 'superuser', replication: 'replication', rewind: 'rewind', owner: 'owner' }

export async function startPatroni(folder: string): Promise<PatroniCluster> {
  ensurePrograms({ patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy' })
  const user = postgresUser()
  const ownedFolder = (path: string): string => {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    if (user) chownSync(path, user.uid, user.gid)
    return path
  }
  const etcdPort = await freePort()
  const etcd = await startEtcd(ownedFolder(join(folder, 'etcd')), etcdPort, user)
  const documented = parse(readFileSync(join(root, 'sync-server/deploy/patroni.yml'), 'utf8')) as Configuration
  const members: Member[] = []
  const programs = new Map<string, DebianProcess>()
  for (const name of ['pg-1', 'pg-2']) members.push(await createMember(name))
  const [first, second] = members as [Member, Member]
  const proxy = await startDatabaseProxy(folder, members)

  async function createMember(name: string): Promise<Member> {
    const home = ownedFolder(join(folder, name))
    const [port, restPort] = [await freePort(), await freePort()]
    const replication = await openAddress(port)
    const dataDir = join(home, 'data')
    const file = join(home, 'patroni.yml')
    writeFileSync(
      file,
      stringify(configurationOf(documented, { name, port, restPort, etcdPort, home, dataDir, replication })),
    )
    if (user) chownSync(file, user.uid, user.gid)
    process.once('exit', () => postgresProcesses(dataDir).forEach(killQuietly))
    return {
      name,
      port,
      restPort,
      dataDir,
      replication,
      start() {
        const env = { ...process.env, HOME: home, LANG: 'C.UTF-8' }
        programs.set(name, startProcess('patroni', 'patroni', [file], home, { ...user, env }))
      },
      async kill() {
        const postgres = postgresProcesses(dataDir)
        await programs.get(name)?.kill('SIGKILL')
        for (const pid of postgres) killQuietly(pid)
        await until(() => postgres.every((pid) => !existsSync(`/proc/${pid}`)), `${name} is dead`)
      },
      isRunning: () => programs.get(name)?.program.exitCode === null,
    }
  }

  const superuserUrl = ({ port }: Member): string =>
    `postgres://postgres:${passwords.superuser}@127.0.0.1:${port}/postgres?connect_timeout=2`

  const ownerUrlOf = (port: number): string => `postgres://holdfast:${passwords.owner}@127.0.0.1:${port}/holdfast`

  /** From the first Patroni that responds. */
  async function states(): Promise<readonly MemberState[]> {
    for (const { restPort } of members) {
      const response = await fetch(`http://127.0.0.1:${restPort}/cluster`).catch(() => undefined)
      if (response?.ok) return ((await response.json()) as { members: MemberState[] }).members
    }
    return []
  }

  const isPrimary = (member: Member): Promise<boolean> =>
    withSql(superuserUrl(member), async (sql) => {
      const [found] = await sql<{ primary: boolean }[]>`select not pg_is_in_recovery() as primary`
      return found!.primary
    }).catch(() => false)

  let isSynchronous = documented.bootstrap.dcs['synchronous_mode'] === true
  const cluster: PatroniCluster = {
    ownerUrl: ownerUrlOf(proxy.port),
    ownerUrlAt: ({ port }) => ownerUrlOf(port),
    settings: documented.bootstrap.dcs,
    async primary() {
      const leader = (await states()).find(({ role }) => role === 'leader')
      const found = members.find(({ name }) => name === leader?.name)
      if (!found) throw new Error(`No primary: ${JSON.stringify(await states())}`)
      return found
    },
    other: (member) => (member === first ? second : first),
    async whenComplete() {
      const follower = isSynchronous ? 'sync_standby' : 'replica'
      await until(async () => {
        const found = await states()
        const roleOf = (role: string) =>
          found.filter((each) => each.role === role && /^(running|streaming)$/.test(each.state)).length
        return roleOf('leader') === 1 && roleOf(follower) === 1
      }, `a primary and a ${follower}`)
      const primary = await cluster.primary()
      await until(
        () =>
          withSql(superuserUrl(primary), async (sql) => {
            const kinds = await sql<
              { kind: string }[]
            >`select sync_state as kind from pg_stat_replication where state = 'streaming'`
            return kinds.some(({ kind }) => kind === (isSynchronous ? 'sync' : 'async'))
          }),
        'the follower streams',
      )
      return primary
    },
    async whenPromoted(member) {
      await until(() => isPrimary(member), `${member.name} is promoted`)
      return performance.now()
    },
    timelineOf: (member) =>
      withSql(superuserUrl(member), async (sql) => {
        const [found] = await sql<{ timeline: number }[]>`
          select ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int as timeline`
        return found!.timeline
      }),
    async configure(change) {
      const { restPort } = await cluster.primary()
      const body = JSON.stringify(change)
      const response = await fetch(`http://127.0.0.1:${restPort}/config`, { method: 'PATCH', body })
      if (!response.ok) throw new Error(await response.text())
      if ('synchronous_mode' in change) isSynchronous = change['synchronous_mode'] === true
    },
    logs: () => [...programs.values()].map(({ log }) => log()).join('\n'),
    async stop() {
      for (const member of members) await member.kill()
      for (const { replication } of members) replication.close()
      await proxy.server.kill()
      await etcd.kill()
    },
  }

  try {
    first.start()
    await until(() => isPrimary(first), 'the first server is the primary', 60_000)
    second.start()
    const primary = await cluster.whenComplete()
    await withSql(superuserUrl(primary), async (sql) => {
      await sql.unsafe(`create role holdfast login createrole bypassrls password '${passwords.owner}'`)
      await sql.unsafe('create database holdfast owner holdfast')
    })
    return cluster
  } catch (error) {
    console.error(cluster.logs())
    await cluster.stop()
    throw error
  }
}

async function startEtcd(folder: string, port: number, user: ReturnType<typeof postgresUser>): Promise<DebianProcess> {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${await freePort()}`]
  const args = [
    `--data-dir=${join(folder, 'data')}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
  ]
  const etcd = startProcess('etcd', 'etcd', args, folder, { ...user })
  await until(async () => (await fetch(`${client}/health`).catch(() => undefined))?.ok, 'etcd answers', 30_000)
  return etcd
}

interface Configuration {
  readonly bootstrap: { readonly dcs: Readonly<Record<string, unknown>> } & Readonly<Record<string, unknown>>
  readonly postgresql: Readonly<Record<string, unknown>>
}

interface ServerPaths {
  readonly name: string
  readonly port: number
  readonly restPort: number
  readonly etcdPort: number
  readonly home: string
  readonly dataDir: string
  readonly replication: MovableAddress
}

const configurationOf = (
  documented: Configuration,
  { name, port, restPort, etcdPort, home, dataDir, replication }: ServerPaths,
): Configuration & Readonly<Record<string, unknown>> => ({
  ...documented,
  name,
  restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
  etcd3: { hosts: [`127.0.0.1:${etcdPort}`] },
  postgresql: {
    ...documented.postgresql,
    listen: `127.0.0.1:${port}`,
    connect_address: `127.0.0.1:${replication.port}`,
    data_dir: dataDir,
    pgpass: join(home, 'pgpass'),
    parameters: { unix_socket_directories: home, shared_buffers: '64MB' },
    authentication: {
      superuser: { username: 'postgres', password: passwords.superuser },
      replication: { username: 'replicator', password: passwords.replication },
      rewind: { username: 'rewind', password: passwords.rewind },
    },
    pg_hba: [
      'local all all trust',
      'host replication replicator 127.0.0.1/32 scram-sha-256',
      'host all all 127.0.0.1/32 scram-sha-256',
    ],
  },
})

function postgresProcesses(dataDir: string): number[] {
  const file = join(dataDir, 'postmaster.pid')
  if (!existsSync(file)) return []
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0])
  const parentOf = (pid: string): number => {
    try {
      return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
    } catch {
      return 0
    }
  }
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return [postmaster, ...all.filter((pid) => parentOf(pid) === postmaster).map(Number)]
}
