import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withSql } from './open-sql.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded.ts'
import { readPostmaster } from './postmaster.ts'

let dataDir: string
let folder: string
const opened: EmbeddedPostgres[] = []
const reports: string[] = []
const children: ChildProcess[] = []

let firstOwner: string

beforeAll(async () => {
  firstOwner = mkdtempSync(join(tmpdir(), 'holdfast-ran-before-'))
  await (await startEmbeddedPostgres({ dataDir: firstOwner })).stop()
})
afterAll(() => rmSync(firstOwner, { recursive: true, force: true }))

function startFromBefore(): void {
  cpSync(join(firstOwner, 'postgres-18'), folder, { recursive: true, preserveTimestamps: true })
  chmodSync(folder, 0o700)
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'holdfast-embedded-'))
  folder = join(dataDir, 'postgres-18')
  reports.length = 0
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const database of opened.splice(0).reverse()) await database.stop()
  await waitUntil(() => readPostmaster(folder) === undefined)
  rmSync(dataDir, { recursive: true, force: true })
})

async function open(): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, report: (message) => reports.push(message) })
  opened.push(database)
  return database
}

async function openElsewhere(): Promise<ChildProcess> {
  const code = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
    const database = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    console.log(JSON.stringify({ started: database.started }))
    setInterval(() => {}, 1000)
    process.on('SIGTERM', () => database.stop().then(() => process.exit(0)))`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await once(child.stdout!, 'data')
  return child
}

async function waitUntil(isSo: () => boolean): Promise<void> {
  await expect.poll(isSo, { interval: 20 }).toBe(true)
}

describe('the embedded PostgreSQL', () => {
  it('starts, stops, and has its data when it starts again', async () => {
    const first = await open()
    expect(first.started).toBe(true)
    await withSql(first.url, (sql) => sql`create table notes as select 'kept' as text`)
    await first.stop()
    expect(readPostmaster(folder)).toBeUndefined()

    const { url } = await open()
    expect(await withSql(url, (sql) => sql`select text from notes`)).toEqual([{ text: 'kept' }])
  })

  it('is durable, uses UTF-8 and one sort order, and accepts no other users', async () => {
    startFromBefore()
    const { url } = await open()
    const [row] = await withSql(
      url,
      (sql) => sql`
        select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
          current_setting('server_encoding') as encoding, current_setting('timezone') as zone,
          current_setting('listen_addresses') as addresses, lower('ÄÉ') as lower,
          (select string_agg(t, '' order by t) from unnest(array['b', 'ä', 'a', 'B']) t) as sorted`,
    )
    expect(row).toEqual({
      fsync: 'on',
      pages: 'on',
      encoding: 'UTF8',
      zone: 'UTC',
      addresses: '127.0.0.1',
      lower: 'äé',
      sorted: 'Babä',
    })
    expect(statSync(join(folder, 'owner-password')).mode & 0o777).toBe(0o600)
    await expect(withSql(url.replace(/:[0-9a-f]+@/, ':wrong@'), (sql) => sql`select 1`)).rejects.toThrow('password')
  })

  it('is adopted by a second start, which leaves it running', async () => {
    startFromBefore()
    const first = await open()
    const second = await open()
    expect(second).toMatchObject({ started: false, url: first.url })
    await second.stop()
    expect(await withSql(first.url, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }])
  })

  it('is one database for processes that start it at the same moment', async () => {
    const [first, second] = await Promise.all([open(), open()])
    expect(second!.url).toBe(first!.url)
    expect(readdirSync(dataDir)).toEqual(['postgres-18'])
  })

  it('does not outlive a process that is killed, and loses nothing', async () => {
    startFromBefore()
    const child = await openElsewhere()
    const { url } = await open()
    await withSql(url, (sql) => sql`create table notes as select 'kept' as text`)
    for (const database of opened.splice(0)) await database.stop()
    const { pid } = readPostmaster(folder)!
    child.kill('SIGKILL')
    await waitUntil(() => !existsSync(`/proc/${pid}`) && readPostmaster(folder) === undefined)
    expect(await withSql((await open()).url, (sql) => sql`select text from notes`)).toEqual([{ text: 'kept' }])
  })

  it('keeps running at the same address when the process that started it ends', async () => {
    startFromBefore()
    const child = await openElsewhere()
    const { url, started } = await open()
    expect(started).toBe(false)
    child.kill('SIGTERM')
    await once(child, 'exit')
    await waitUntil(() => reports.length > 0)
    expect(await withSql(url, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }])
  })

  it('restarts after a crash', async () => {
    startFromBefore()
    const { url } = await open()
    await withSql(url, (sql) => sql`create table notes as select 'kept' as text`)
    process.kill(readPostmaster(folder)!.pid, 'SIGKILL')
    await waitUntil(() => reports.length > 0)
    expect(await withSql(url, (sql) => sql`select text from notes`)).toEqual([{ text: 'kept' }])
  })

  it('starts although its lock file names a living process that is not a database', async () => {
    startFromBefore()
    writeFileSync(join(folder, 'postmaster.pid'), `${process.ppid}\n${folder}\n1\n5432\n\n127.0.0.1\n\nready\n`)
    expect((await open()).started).toBe(true)
  })

  it('refuses a folder of another major version with instructions', async () => {
    mkdirSync(join(dataDir, 'postgres-17'))
    writeFileSync(join(dataDir, 'postgres-17', 'PG_VERSION'), '17\n')
    await expect(open()).rejects.toThrow(/written by PostgreSQL 17[^]*backup[^]*DATABASE_URL/)
    expect(readdirSync(dataDir)).toEqual(['postgres-17'])
  })

  it('refuses a folder of files that are not a database', async () => {
    mkdirSync(folder)
    writeFileSync(join(folder, 'base'), '')
    await expect(open()).rejects.toThrow('holds files but no database')
  })

  it('starts after an initdb that was killed half way', async () => {
    const child = spawn(
      process.execPath,
      [
        '--input-type=module-typescript',
        '-e',
        `import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
         await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })`,
      ],
      { stdio: 'ignore' },
    )
    const isHalfMade = () =>
      readdirSync(dataDir).some((name) => name.includes('.new-') && existsSync(join(dataDir, name, 'cluster', 'base')))
    await waitUntil(isHalfMade)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(existsSync(folder)).toBe(false)

    expect((await open()).started).toBe(true)
    expect(readdirSync(dataDir)).toEqual(['postgres-18'])
  })
})
