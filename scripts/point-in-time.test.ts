// pgBackRest with the settings of operations/backup.md, on PostgreSQL from Debian's packages. `npm run prove` runs it.
import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { recordBackupStart, recordBackupEnd } from '#server/backup/durable-changes.ts'
import { findReturned } from '#server/backup/returned.ts'
import { migrate } from '#server/db/migrate.ts'
import { withSql } from '#server/db/postgres/open-sql.ts'
import { investment, investor, project } from '#server/test/changes.ts'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { openServer } from '#server/test/server.ts'
import { smallDevice } from '#server/test/small-device.ts'
import { freePort } from './processes/free-port.ts'
import { root } from './processes/programs.ts'

const page = readFileSync(join(root, 'sync-server/operations/backup.md'), 'utf8')
const blocks = [...page.matchAll(/```ini\n([^]*?)```/g)].map(([, text]) => text!)
const [postgresBlock = '', backRestBlock = ''] = blocks

it('the page has settings for PostgreSQL and for pgBackRest, with encryption', () => {
  expect(blocks).toHaveLength(2)
  expect(postgresBlock).toContain('archive_command')
  expect(backRestBlock).toContain('repo1-cipher-pass')
})

const binaries = '/usr/lib/postgresql/15/bin'

async function openCluster() {
  for (const program of [join(binaries, 'postgres'), '/usr/bin/pgbackrest'])
    if (!existsSync(program)) throw new Error(`${program} is missing: apt-get install postgresql pgbackrest`)
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-pitr-'))
  const [data, config] = [join(folder, 'data'), join(folder, 'pgbackrest.conf')]
  const port = await freePort()
  const asPostgres = (program: string, ...args: readonly string[]): string =>
    execFileSync('runuser', ['-u', 'postgres', '--', program, ...args], {
      encoding: 'utf8',
      cwd: '/',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, PATH: `${binaries}:${process.env['PATH']}` },
    })
  const backRest = (...args: readonly string[]) =>
    asPostgres('pgbackrest', `--config=${config}`, '--stanza=holdfast', ...args)
  const start = () => asPostgres('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-w', 'start')
  const stop = () => asPostgres('pg_ctl', '-D', data, '-m', 'fast', '-w', 'stop')
  chmodSync(folder, 0o755)
  execFileSync('chown', ['postgres', folder])
  const password = join(folder, 'password')
  writeFileSync(password, 'secret\n')
  chmodSync(password, 0o644)
  asPostgres('initdb', '-D', data, '-U', 'holdfast', '--auth-host=scram-sha-256', `--pwfile=${password}`, '-E', 'UTF8')
  const ours = `listen_addresses = '127.0.0.1'\nport = ${port}\nunix_socket_directories = '${folder}'\n`
  const archiving = postgresBlock.replace('pgbackrest --stanza', `pgbackrest --config=${config} --stanza`)
  appendFileSync(join(data, 'postgresql.conf'), archiving + ours)
  const paths = `pg1-port=${port}\npg1-user=holdfast\npg1-socket-path=${folder}\n`
  const places = ['log-path', 'lock-path', 'spool-path'].map((name) => `${name}=${folder}\n`).join('')
  writeFileSync(
    config,
    backRestBlock
      .replace(/repo1-path=.*/, `repo1-path=${join(folder, 'repository')}\n${places}`)
      .replace(/pg1-path=.*/, `pg1-path=${data}\n${paths}`),
  )
  start()
  onTestFinished(() => {
    stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const url = (database: string) => `postgres://holdfast:secret@127.0.0.1:${port}/${database}`
  await withSql(url('postgres'), (sql) => sql`create database holdfast`)
  return { data, backRest, start, stop, url: url('holdfast') }
}

const drills = process.env['POINT_IN_TIME'] === undefined ? [] : ['a moment']

it.each(drills)(
  'a database that pgBackRest restored to %s gets back from devices what was acknowledged later',
  async () => {
    const cluster = await openCluster()
    await migrate(cluster.url)
    let server = await openServer(cluster.url)
    onTestFinished(() => server.close())
    server.clock.set(new Date().toISOString())
    cluster.backRest('stanza-create')
    cluster.backRest('check')
    const firm = await createFirm(server)
    const device = smallDevice((path, init) => server.app.request(path, init), firm.admin.cookie)
    await device.sync()
    await device.act(project({ name: 'In the backup' }))
    await recordBackupStart(server.database)
    cluster.backRest('--type=full', 'backup')
    await device.act(project({ name: 'In the log' }))
    await recordBackupEnd(server.database)
    expect(await durableOf(device)).toBe(1)

    const moment = await withSql(cluster.url, async (sql) => {
      const [row] = await sql<{ at: string }[]>`select clock_timestamp()::text as at`
      return row!.at
    })
    await after(1_100)
    const [home, ines] = [project({ name: 'After the moment' }), investor()]
    for (const op of [home, ines, investment(home.id, ines.id)]) expect((await device.act(op))?.verdict).toBe('applied')
    const overRest = await as(server, firm.manager).post('/api/projects', { name: 'Over REST', type: 'REAL_ESTATE' })
    expect(overRest.status).toBe(201)
    expect((await device.act(project({ name: 'After REST' })))?.verdict).toBe('applied')
    await server.close()
    await withSql(cluster.url, (sql) => sql`select pg_switch_wal()`)
    cluster.stop()

    cluster.backRest('--delta', '--type=time', `--target=${moment}`, '--target-action=promote', 'restore')
    appendFileSync(join(cluster.data, 'postgresql.auto.conf'), 'hot_standby = off\n')
    cluster.start()
    await expect
      .poll(() =>
        withSql(cluster.url, async (sql) => (await sql`select pg_is_in_recovery() as it`)[0]!['it'] as boolean).catch(
          () => true,
        ),
      )
      .toBe(false)
    await migrate(cluster.url)
    server = await openServer(cluster.url)
    server.clock.set(new Date().toISOString())
    for (let i = 0; i < 3; i++) await device.sync()
    expect(device.epochs()).toBe(1)
    const names = [...device.rows()].flatMap(([key, row]) => (key.startsWith('projects ') ? [String(row['name'])] : []))
    expect(names.toSorted()).toEqual(['After REST', 'After the moment', 'In the backup', 'In the log'])
    expect([...device.rows()].filter(([key]) => key.startsWith('investments '))).toHaveLength(1)
    const returned = (await findReturned(server.database)).find(({ firm: name }) => name.endsWith(firm.tenantId))
    expect(returned).toMatchObject({ began: 2, returned: 4, highest: 7, gaps: [[6, 6]] })
  },
)

async function durableOf(device: ReturnType<typeof smallDevice>): Promise<number> {
  await device.sync()
  return device.durable()
}
