import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { unknownSettings } from './settings/unknown-settings.ts'

const SECRET_KEYS = `first:${Buffer.alloc(32).toString('base64')}`

describe('whether others may reach the server', () => {
  it.each([
    [{}, true],
    [{ HOST: '127.0.0.1' }, true],
    [{ HOST: '::1' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '::' }, false],
    [{ HOST: '127.0.0.1.example.com' }, false],
    [{ PUBLIC_URL: 'https://portfolio.example.com' }, false],
  ])('%o: local %s', (env, isLocal) => {
    expect(readConfig(env).isLocal).toBe(isLocal)
  })
})

describe('the time for which a stopping node still serves requests', () => {
  it.each([
    [{}, 0],
    [{ NODE_ENV: 'production', SECRET_KEYS }, 5_000],
    [{ DRAIN_SECONDS: '12' }, 12_000],
    [{ NODE_ENV: 'production', SECRET_KEYS, DRAIN_SECONDS: '0' }, 0],
  ])('%o: %i ms', (env, drainMs) => {
    expect(readConfig(env).drainMs).toBe(drainMs)
  })
})

describe('demo accounts', () => {
  it('are refused with a DATABASE_URL and in production', () => {
    const DATABASE_URL = 'postgres://owner@db.example.com/firm'
    expect(() => readConfig({ DEMO: '1', DATABASE_URL })).toThrow('DEMO')
    expect(() => readConfig({ DEMO: '1', NODE_ENV: 'production' })).toThrow('DEMO')
    expect(readConfig({ DATABASE_URL }).DEMO).toBe(false)
    expect(readConfig({ NODE_ENV: 'production', SECRET_KEYS }).DEMO).toBe(false)
  })

  it('otherwise depend on the database', () => {
    expect(readConfig({}).DEMO).toBeUndefined()
    expect(readConfig({ DEMO: '0' }).DEMO).toBe(false)
    expect(readConfig({ DEMO: '1', HOST: '0.0.0.0' }).DEMO).toBe(true)
  })
})

describe('loopback addresses', () => {
  const mail = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'office@example.com' }
  const lan = { HOST: '0.0.0.0' }
  const PUBLIC_URL = 'https://portfolio.example.com'

  it('mails require a public address unless the server is local', () => {
    expect(() => readConfig({ ...mail, ...lan })).toThrow('SMTP_URL needs PUBLIC_URL')
    expect(() => readConfig({ ...mail, HOST: 'portfolio.example.com' })).toThrow('SMTP_URL needs PUBLIC_URL')
    expect(readConfig({ ...mail, ...lan, PUBLIC_URL }).SMTP_URL).toBe(mail.SMTP_URL)
    for (const HOST of [undefined, '127.0.0.1', '::1']) expect(readConfig({ ...mail, HOST }).SMTP_URL).toBeDefined()
  })

  it.each([
    [{}, true],
    [{ HOST: '127.0.0.1' }, true],
    [lan, false],
    [{ ...lan, PUBLIC_URL }, false],
    [{ PUBLIC_URL }, false],
    [{ NODE_ENV: 'production', SECRET_KEYS }, false],
  ])('%o: providers on its network %s', (env, allows) => expect(readConfig(env).allowsPrivateProviders).toBe(allows))
})

it('reports all mistakes, each on a line that says what to write', () => {
  expect(() => readConfig({ PORT: 'http', LOG_LEVEL: 'loud', SMTP_URL: 'mail:secret@firm' })).toThrow(
    [
      'The configuration needs attention:',
      '  PORT must be a whole number from 0 to 65535; it is “http”. Example: PORT=8080',
      '  SMTP_URL must be an address that begins with smtps:// or smtp:// and names user, password and host. Example: SMTP_URL=smtps://user:password@mail.firm.example',
      '  LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent; it is “loud”. Example: LOG_LEVEL=warn',
    ].join('\n'),
  )
  expect(() => readConfig({ S3_ENDPOINT: 'https://s3.firm.example', VAPID_PUBLIC_KEY: 'key' })).toThrow(
    /need S3_BUCKET\n {2}VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY: give both or neither$/,
  )
})

it('shows no password of an address', () => {
  const production = { NODE_ENV: 'production', HOST: '0.0.0.0', SECRET_KEYS }
  for (const env of [
    { PUBLIC_URL: 'ftp://user:secret@firm.example' },
    { ...production, PUBLIC_URL: 'http://user:secret@firm.example' },
    { ...production, PUBLIC_URL: 'https://a.example', S3_BUCKET: 'files', S3_ENDPOINT: 'http://key:secret@s3.example' },
  ])
    expect(() => readConfig(env)).toThrow(/^(?!.*secret@).*\/\/…@/s)
})

it('finds variables that look like a setting', () => {
  const env = { S3_BUKET: 'a', PROT: '1', DATABSE_URL: 'b', VAPID_KEY: 'c', HOME: '/', PATH: '/', NODE_OPTIONS: '' }
  expect(unknownSettings({ ...env, HOST: 'localhost' })).toEqual([
    { name: 'DATABSE_URL', meant: 'DATABASE_URL' },
    { name: 'PROT', meant: 'PORT' },
    { name: 'S3_BUKET', meant: 'S3_BUCKET' },
    { name: 'VAPID_KEY', meant: undefined },
  ])
})

it('refuses the role switcher in production', () => {
  expect(readConfig({ ROLE_SWITCHER: '1' }).ROLE_SWITCHER).toBe(true)
  expect(readConfig({ ROLE_SWITCHER: '1', NODE_ENV: 'production', SECRET_KEYS }).ROLE_SWITCHER).toBe(false)
})

describe('in production', () => {
  const read = (env: Record<string, string>) => readConfig({ NODE_ENV: 'production', SECRET_KEYS, ...env })

  it('a public server needs an https address', () => {
    expect(() => read({ HOST: '0.0.0.0' })).toThrow('set PUBLIC_URL to its https address')
    expect(() => read({ HOST: '0.0.0.0', PUBLIC_URL: 'http://portfolio.example.com' })).toThrow('is not encrypted')
    expect(() => read({ PUBLIC_URL: 'http://portfolio.example.com' })).toThrow('is not encrypted')
    expect(read({ HOST: '0.0.0.0', PUBLIC_URL: 'https://portfolio.example.com' }).isSecure).toBe(true)
  })

  it('a local server needs no https address', () => {
    expect(read({}).isLocal).toBe(true)
    expect(read({ PUBLIC_URL: 'http://localhost:8080' }).isSecure).toBe(false)
    expect(read({ PUBLIC_URL: 'http://[::1]:8080' }).isSecure).toBe(false)
  })

  it.each([
    'db.example.com/firm',
    'db.example.com/firm?sslmode=prefer',
    'db.example.com/firm?sslmode=disable',
    'a.example.com,b.example.com/firm',
    '127.0.0.1/firm?host=db.example.com',
    'db.example.com/firm?host=localhost',
    'db.example.com/firm?host=/var/run/postgresql',
    'localhost,db.example.com/firm',
  ])('refuses an unencrypted database at %s unless the operator allows it', (place) => {
    const DATABASE_URL = `postgres://owner:secret@${place}`
    expect(() => read({ DATABASE_URL })).toThrow('sslmode=verify-full')
    expect(read({ DATABASE_URL, UNENCRYPTED_CONNECTIONS: 'database' }).DATABASE_URL).toBe(DATABASE_URL)
    expect(readConfig({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL)
  })

  it.each([
    'db.example.com/firm?sslmode=require',
    'db.example.com/firm?sslmode=verify-full',
    'localhost:5432/firm',
    '[::1]:5432/firm',
    'localhost/firm?host=/var/run/postgresql',
  ])('accepts a database at %s', (place) => {
    const DATABASE_URL = `postgres://owner:secret@${place}`
    expect(read({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL)
  })

  it.each(['db.example.com', 'localhost,db.example.com', 'localhost:5432,db.example.com:5432'])(
    'refuses an unencrypted database at PGHOST=%s where DATABASE_URL names no host',
    (PGHOST) => {
      const DATABASE_URL = 'postgres:///firm'
      expect(() => read({ DATABASE_URL, PGHOST })).toThrow('sslmode=verify-full')
      const encrypted = `${DATABASE_URL}?sslmode=verify-full`
      expect(read({ DATABASE_URL: encrypted, PGHOST }).DATABASE_URL).toBe(encrypted)
      const named = 'postgres://owner:secret@localhost/firm'
      expect(read({ DATABASE_URL: named, PGHOST }).DATABASE_URL).toBe(named)
    },
  )

  it.each([undefined, 'localhost', '127.0.0.1:5432', '/var/run/postgresql'])(
    'accepts PGHOST=%s where DATABASE_URL names no host',
    (PGHOST) => expect(read({ DATABASE_URL: 'postgres:///firm', ...(PGHOST && { PGHOST }) }).isLocal).toBe(true),
  )

  it.each([
    'db.example.com/firm?sslmode=require&sslmode=disable',
    'db.example.com/firm?sslmode=verify-full&sslmode=',
    'localhost/firm?host=localhost&host=db.example.com',
  ])('refuses the contradictory database at %s unless the operator allows it', (place) => {
    const DATABASE_URL = `postgres://owner:secret@${place}`
    expect(() => read({ DATABASE_URL })).toThrow('more than once')
    expect(read({ DATABASE_URL, UNENCRYPTED_CONNECTIONS: 'database' }).DATABASE_URL).toBe(DATABASE_URL)
  })

  it('SMTP_URL may not disable TLS unless the operator allows it', () => {
    const MAIL_FROM = 'office@example.com'
    for (const option of [
      'ignoreTLS=true',
      'requireTLS=false',
      'opportunisticTLS=true',
      'ignoreTLS=1',
      'requireTLS=',
    ]) {
      const SMTP_URL = `smtp://mail.example.com:587?pool=true&${option}`
      expect(() => read({ SMTP_URL, MAIL_FROM })).toThrow('UNENCRYPTED_CONNECTIONS=mail')
      expect(read({ SMTP_URL, MAIL_FROM, UNENCRYPTED_CONNECTIONS: 'mail' }).requiresMailTls).toBe(false)
      expect(readConfig({ SMTP_URL, MAIL_FROM }).SMTP_URL).toBe(SMTP_URL)
    }
    const SMTP_URL = 'smtp://mail.example.com?requireTLS=true&ignoreTLS=false'
    expect(read({ SMTP_URL, MAIL_FROM }).requiresMailTls).toBe(true)
    expect(read({ SMTP_URL: 'smtp://localhost?ignoreTLS=true', MAIL_FROM }).requiresMailTls).toBe(false)
  })

  it('a remote file storage needs https unless the operator allows otherwise', () => {
    const bucket = { S3_BUCKET: 'papers', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
    const S3_ENDPOINT = 'http://files.example.com:9000'
    expect(() => read({ ...bucket, S3_ENDPOINT })).toThrow('UNENCRYPTED_CONNECTIONS=files')
    expect(read({ ...bucket, S3_ENDPOINT, UNENCRYPTED_CONNECTIONS: 'files' }).S3_ENDPOINT).toBe(S3_ENDPOINT)
    expect(readConfig({ ...bucket, S3_ENDPOINT }).S3_ENDPOINT).toBe(S3_ENDPOINT)
    for (const safe of ['https://files.example.com', 'http://localhost:9000', 'http://[::1]:9000'])
      expect(read({ ...bucket, S3_ENDPOINT: safe }).S3_ENDPOINT).toBe(safe)
  })

  it('mails to another machine need TLS unless the operator allows otherwise', () => {
    const mail = { SMTP_URL: 'smtp://mail.example.com:587', MAIL_FROM: 'office@example.com' }
    expect(read(mail).requiresMailTls).toBe(true)
    expect(read({ ...mail, UNENCRYPTED_CONNECTIONS: 'database, mail' }).requiresMailTls).toBe(false)
    expect(read({ ...mail, SMTP_URL: 'smtp://localhost:25' }).requiresMailTls).toBe(false)
    expect(readConfig(mail).requiresMailTls).toBe(false)
    expect(() => read({ ...mail, UNENCRYPTED_CONNECTIONS: 'mails' })).toThrow('UNENCRYPTED_CONNECTIONS')
  })

  it('secret keys are required, from one source', () => {
    expect(() => read({ SECRET_KEYS: '' })).toThrow('needs SECRET_KEYS or SECRET_KEYS_FILE')
    expect(read({ SECRET_KEYS: '', SECRET_KEYS_FILE: '/run/secrets/keys' }).SECRET_KEYS_FILE).toBe('/run/secrets/keys')
    expect(() => read({ SECRET_KEYS_FILE: '/run/secrets/keys' })).toThrow('set only one')
  })
})

it('reads the number of proxies', () => {
  expect(readConfig({}).TRUST_PROXY).toBe(0)
  expect(readConfig({ TRUST_PROXY: '2' }).TRUST_PROXY).toBe(2)
  expect(() => readConfig({ TRUST_PROXY: 'true' })).toThrow('TRUST_PROXY must be the number of proxies')
})

it('stores files in a folder or in a bucket with keys', () => {
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
  expect(readConfig({ S3_BUCKET: 'papers', ...keys })).toMatchObject({ S3_BUCKET: 'papers', S3_REGION: 'us-east-1' })
  expect(() => readConfig({ S3_BUCKET: 'papers', FILES_DIR: '/papers', ...keys })).toThrow('set only one')
  expect(() => readConfig({ S3_BUCKET: 'papers', S3_ACCESS_KEY_ID: 'id' })).toThrow('S3_BUCKET needs')
  expect(() => readConfig(keys)).toThrow('need S3_BUCKET')
  const both = { S3_BUCKET: 'papers', FILES_DIR: '/papers', STORE_FILES_IN: 'bucket', ...keys }
  expect(readConfig(both).STORE_FILES_IN).toBe('bucket')
  expect(() => readConfig({ STORE_FILES_IN: 'folder' })).toThrow('STORE_FILES_IN needs S3_BUCKET')
  expect(() => readConfig({ S3_BUCKET: 'a/b', ...keys })).toThrow('S3_BUCKET must be the name of a bucket')
})
