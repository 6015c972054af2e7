import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, request, type IncomingHttpHeaders } from 'node:http'
import { createServer as createSocketServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Config } from '#server/config.ts'
import { openSql } from '#server/db/postgres/open-sql.ts'
import { type FileStore, folderStore } from '#server/files/file-store.ts'
import { hashInKey } from '#server/files/stored-hash.ts'
import { openPushKeys } from '#server/entities/push-subscriptions/push-keys.ts'
import { newKey } from '#server/secrets/keys.ts'
import { createEmptyDatabase, createTestDatabase } from '#server/test/database.ts'
import { createIdentityProvider } from '#server/test/services/identity-provider.ts'
import { createMailbox } from '#server/test/services/mailbox.ts'
import { startS3Server } from '#server/test/services/s3-server.ts'
import { doctorCommand } from '../admin/doctor-command.ts'
import { startNode } from '../processes/node-process.ts'
import type { Level } from './check.ts'
import { ageFinding } from './checks/backups.ts'
import { encryptionFindings } from './checks/database.ts'
import { findingsOf } from './checks/free-space.ts'
import { tryProbe } from './checks/storage.ts'
import type { Result } from './run-checks.ts'

const { ownerUrl, drop } = await createTestDatabase()
const owner = openSql(ownerUrl)
const dataDir = mkdtempSync(join(tmpdir(), 'doctor-'))
const node = await startNode(ownerUrl, dataDir, { TRUST_PROXY: '1' })
const PORT = new URL(node.url).port
afterAll(async () => {
  node.program.kill('SIGTERM')
  await once(node.program, 'exit')
  await owner.end()
  await drop()
  rmSync(dataDir, { recursive: true, force: true })
})

type Env = Readonly<Record<string, string>>

async function examine(env: Env = {}, mailTo?: string, timeoutMs = 60_000) {
  const lines: string[] = []
  const given = { DATABASE_URL: ownerUrl, DATA_DIR: dataDir, PORT, ...env }
  const exitCode = await doctorCommand(given, {
    json: true,
    mailTo,
    timeoutMs,
    print: (line) => lines.push(line),
  })
  const { checks, exitCode: printed } = JSON.parse(lines.join('\n')) as { checks: Result[]; exitCode: number }
  expect(printed).toBe(exitCode)
  const checkNamed = (name: string) => checks.find((each) => each.name === name)
  return { of: checkNamed, exitCode, levels: Object.fromEntries(checks.map(({ name, level }) => [name, level])) }
}

const finding = (level: Level, text: string) => ({ level, text: expect.stringContaining(text) as string })

/** Behaves as its `change` makes it. */
async function openProxy(change: (headers: IncomingHttpHeaders) => IncomingHttpHeaders, maxBytes = Infinity) {
  const server = createServer((received, response) => {
    if (Number(received.headers['content-length'] ?? 0) > maxBytes) return response.writeHead(413).end()
    const { method, url, headers } = received
    const target = { host: 'localhost', port: PORT, path: url, method, headers: change(headers) }
    const forwarded = request(target, (got) => void got.pipe(response.writeHead(got.statusCode!, got.headers)))
    received.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  return { PUBLIC_URL: `http://localhost:${await portOf(server)}` }
}

async function portOf(server: Server): Promise<number> {
  if (!server.listening) await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const append = (headers: IncomingHttpHeaders) => ({
  ...headers,
  'x-forwarded-for': `${String(headers['x-forwarded-for'])}, 198.51.100.7`,
})

it('finds nothing wrong behind one proxy, with mail, a provider and a fresh backup', async () => {
  const mailbox = await createMailbox()
  const provider = await createIdentityProvider([], () => ({}))
  onTestFinished(() => Promise.all([mailbox.close(), provider.close()]).then(() => {}))
  await owner`insert into directory.tenants (id, name, created_at, oidc_issuer, oidc_client_id)
    values (${randomUUID()}, 'Quay', now(), ${provider.issuer}, 'holdfast')`
  await owner`insert into directory.installation (part, value) values ('lastBackup', ${new Date().toISOString()})`
  onTestFinished(async () => {
    await owner`delete from directory.tenants`
    await owner`delete from directory.installation where part = 'lastBackup'`
  })
  const mail = { SMTP_URL: mailbox.url, MAIL_FROM: 'office@firm.example' }
  const { PUBLIC_URL } = await openProxy(append)
  const { levels, of: checkNamed } = await examine({ ...mail, PUBLIC_URL }, 'ada@firm.example')
  // The tests' PostgreSQL may lose data, and the machine's disk may be full.
  expect({ ...levels, database: 'ok', 'free space': 'ok', 'OpenID providers': 'ok' }).toEqual(
    Object.fromEntries(Object.keys(levels).map((name) => [name, 'ok'])),
  )
  expect(checkNamed('database')).toMatchObject(finding('problem', 'Set both to on.'))
  expect(mailbox.received.map(({ to }) => to)).toEqual([['ada@firm.example']])
  // A provider on a private address is for trials on one machine.
  expect(checkNamed('OpenID providers')).toMatchObject(finding('problem', 'only requests to HTTPS'))
  expect((await examine()).of('OpenID providers')).toMatchObject(finding('ok', 'The provider of one firm'))
})

describe('says what is wrong and what to do', () => {
  it('with settings', async () => {
    expect(await examine({ PORT: 'http' })).toMatchObject({ exitCode: 2, levels: { settings: 'problem' } })
    const { of: checkNamed } = await examine({ S3_BUKET: 'papers' })
    expect(checkNamed('settings')).toMatchObject(finding('warning', 'Did you mean S3_BUCKET'))
  })

  it('with a database that cannot be reached, is empty, or is newer', async () => {
    const gone = await examine({ DATABASE_URL: 'postgres://owner:secret@localhost:1/gone' })
    expect(gone.of('database')).toMatchObject(finding('problem', 'check host, port, user and password'))
    expect(gone.of('migrations')).toMatchObject(finding('warning', 'cannot be reached'))
    const empty = await createEmptyDatabase()
    onTestFinished(() => empty.drop())
    const { of: checkNamed } = await examine({ DATABASE_URL: empty.ownerUrl })
    expect(checkNamed('migrations')).toMatchObject(finding('warning', 'are pending'))
    expect(checkNamed('backups')).toMatchObject(finding('warning', 'Start the server first'))
    await owner`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`
    onTestFinished(() => void owner`delete from drizzle.__drizzle_migrations where hash = 'newer'`.execute())
    expect((await examine()).of('migrations')).toMatchObject(finding('problem', 'a newer version'))
  })

  it('with nodes of two versions', async () => {
    const value = JSON.stringify({ id: 'old', name: 'old:3000', seenAt: new Date().toISOString(), clockSkewMs: 0 })
    await owner`insert into directory.installation (part, value) values ('node old', ${value})`
    onTestFinished(() => void owner`delete from directory.installation where part = 'node old'`.execute())
    expect((await examine()).of('migrations')).toMatchObject(finding('warning', 'Nodes of several versions'))
  })

  it('with a folder that holds no database, which stays as it is', async () => {
    const missing = join(dataDir, 'missing')
    for (const folder of [missing, dataDir]) {
      const before = existsSync(folder) && readdirSync(folder)
      const { of: checkNamed, exitCode } = await examine({ DATABASE_URL: '', DATA_DIR: folder })
      expect(checkNamed('database')).toMatchObject(finding('problem', 'There is no database in DATA_DIR'))
      expect([exitCode, existsSync(folder) && readdirSync(folder)]).toEqual([2, before])
    }
  })

  it('with a table that does not force row level security', async () => {
    await owner`alter table projects no force row level security`
    const { of: checkNamed } = await examine()
    await owner`alter table projects force row level security`
    expect(checkNamed('database roles')).toMatchObject(
      finding('problem', 'Row level security is not enabled and forced on table projects'),
    )
  })

  it('with a folder that is a copy, another database’s, or being moved', async () => {
    const [copy, foreign] = ['copy', 'foreign'].map((name) => join(dataDir, name)) as [string, string]
    const id = (await folderStore(join(dataDir, 'files')).id.read())!
    await folderStore(copy).id.write(id)
    await folderStore(foreign).id.write(randomUUID())
    const storage = async (env: Env) => (await examine(env)).of('file storage')
    expect(await storage({ FILES_DIR: copy })).toMatchObject(finding('problem', 'perhaps a copy of it'))
    expect(await storage({ FILES_DIR: foreign })).toMatchObject(finding('problem', 'of another database'))
    const mistyped = join(dataDir, 'new')
    expect(await storage({ FILES_DIR: mistyped })).toMatchObject(finding('problem', 'storage-id'))
    expect(existsSync(mistyped), 'it was not created').toBe(false)
    const s3 = await startS3Server()
    onTestFinished(() => s3.remove())
    const { bucket, endpoint, accessKeyId, secretAccessKey } = s3.place
    const S3 = { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId }
    expect(await storage({ ...S3, S3_SECRET_ACCESS_KEY: 'wrong' })).toMatchObject(finding('problem', 'these keys'))
    await s3.stop()
    expect(await storage({ ...S3, S3_SECRET_ACCESS_KEY: secretAccessKey })).toMatchObject(
      finding('problem', 'does not answer'),
    )
  })

  it('with proxies', async () => {
    const behind = async (...proxy: Parameters<typeof openProxy>) => examine(await openProxy(...proxy))
    expect((await examine()).of('proxies')).toMatchObject(finding('problem', 'anybody can claim any address'))
    expect((await behind((headers) => append(append(headers)))).of('proxies')).toMatchObject(
      finding('problem', 'Set TRUST_PROXY=2'),
    )
    const replacing = (headers: IncomingHttpHeaders) => ({ ...headers, 'x-forwarded-for': '198.51.100.7' })
    expect((await behind(replacing)).of('proxies')).toMatchObject(finding('ok', 'one proxy'))
    const removing = ({ 'idempotency-key': _, ...headers }: IncomingHttpHeaders) => headers
    expect((await behind(removing)).of('public address')).toMatchObject(finding('problem', 'removes idempotency-key'))
    expect((await behind(append, 1_000_000)).of('public address')).toMatchObject(finding('problem', 'uploads fail'))
  })

  it('with an address that leads nowhere, or to something else', async () => {
    const other = createServer((_, response) => response.writeHead(404).end()).listen(0, '127.0.0.1')
    const at = async (port: number) => (await examine({ PUBLIC_URL: `http://localhost:${port}` })).of('public address')
    expect(await at(1)).toMatchObject(finding('problem', 'cannot be reached'))
    expect(await at(await portOf(other))).toMatchObject(finding('problem', 'is not a node of this database'))
  })

  it('with mail, push keys and what hangs', async () => {
    const silent = createSocketServer(() => {}).listen(0, '127.0.0.1')
    const hanging = { SMTP_URL: `smtp://127.0.0.1:${await portOf(silent)}`, MAIL_FROM: 'office@firm.example' }
    const other = mkdtempSync(join(tmpdir(), 'doctor-other-'))
    onTestFinished(() => rmSync(other, { recursive: true, force: true }))
    const { of: checkNamed, exitCode } = await examine({ ...hanging, DATA_DIR: other }, undefined, 1_000)
    expect(checkNamed('mail')).toMatchObject(finding('problem', 'did not end within 1 s'))
    expect(checkNamed('push keys')).toMatchObject(finding('problem', 'There is no push-keys.json'))
    expect(readdirSync(other), 'nothing was created').toEqual([])
    const { publicKey, privateKey } = openPushKeys({ DATA_DIR: other } as Config)
    const own = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }
    expect((await examine(own)).of('push keys')).toMatchObject(finding('problem', 'uses another pair'))
    expect(exitCode).toBe(2)
    const refused = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'office@firm.example' }
    expect((await examine(refused)).of('mail')).toMatchObject(finding('problem', 'Check host and port'))
    expect((await examine()).of('backups')).toMatchObject(finding('warning', 'No backup is known'))
    const backups = async (settings: Readonly<Record<string, string>>) => (await examine(settings)).of('backups')
    expect(await backups({ BACKUP_DIR: other })).toMatchObject(finding('problem', 'set BACKUP_KEYS'))
    const BACKUP_KEYS = newKey(new Date())
    expect(await backups({ BACKUP_DIR: join(other, 'none'), BACKUP_KEYS })).toMatchObject(finding('problem', 'ENOENT'))
    expect(await backups({ BACKUP_DIR: other, BACKUP_KEYS })).toMatchObject(finding('warning', 'No backup is known'))
  })
})

it('the probe of a storage has the key of its bytes and is deleted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-probe-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const files = folderStore(folder)
  const written: { key: string; hash: string }[] = []
  const keep: FileStore['keep'] = async (key, bytes) => {
    written.push({ key: hashInKey(key), hash: createHash('sha256').update(bytes).digest('hex') })
    await files.keep(key, bytes)
  }
  await tryProbe({ ...files, keep })
  expect(written).toHaveLength(1)
  expect(written[0]!.key).toBe(written[0]!.hash)
  for await (const { key } of files.stored()) expect.fail(`${key} is still there`)
})

it('an unencrypted database on another machine is a problem unless the settings allow it', () => {
  const plain = { ssl: false, isUnix: false }
  const production = { NODE_ENV: 'production', UNENCRYPTED_CONNECTIONS: [] }
  expect(encryptionFindings(plain, false, production)).toMatchObject([finding('problem', 'not encrypted')])
  expect(encryptionFindings(plain, false, { ...production, NODE_ENV: '' })).toMatchObject([{ level: 'warning' }])
  const allowed = { ...production, UNENCRYPTED_CONNECTIONS: ['database' as const] }
  expect(encryptionFindings(plain, false, allowed)).toEqual([])
  expect(encryptionFindings({ ...plain, ssl: true }, false, production)).toEqual([])
})

it('the age of a backup and free space have limits', () => {
  expect([25, 26, 72].map((hours) => ageFinding(hours).level)).toEqual(['ok', 'warning', 'problem'])
  const gigabyte = 1024 ** 3
  const levels = [0.5, 5, 50].map((free) =>
    findingsOf({ name: 'DATA_DIR', free: free * gigabyte, total: 1_000 * gigabyte, freeFiles: 0.5 }).map(
      ({ level }) => level,
    ),
  )
  expect(levels).toEqual([['problem'], ['warning'], []])
})
