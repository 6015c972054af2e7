import * as z from 'zod'

const loopback = /^(localhost|127(\.\d{1,3}){3}|::1)$/i
export const isLoopback = (name: string): boolean => loopback.test(name)

const flag = z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true')

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** Port of the Prometheus metrics; unset: none. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** The metrics have no authentication. */
  METRICS_HOST: z.string().default('127.0.0.1'),
  HOST: z.string().default('localhost'),
  /** Folder of the embedded database and the server's own files. */
  DATA_DIR: z.string().min(1).default('.data'),
  /** Folder of uploads, shared by all nodes; default `files` in DATA_DIR. */
  FILES_DIR: z.string().min(1).optional(),
  /** An S3 bucket instead of FILES_DIR, with its keys. */
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket')
    .optional(),
  /** Default: Amazon in S3_REGION. */
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** Connected as its owner; unset: the embedded one. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** The public address behind a proxy; https makes cookies secure. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  NODE_ENV: z.string().default(''),
  /** Demo firms and accounts, never in production. Default: see demo/demo-allowed.ts. */
  DEMO: flag.optional(),
  /** Lets people act in a lower role; never in production. In a demo firm, in any role. */
  ROLE_SWITCHER: flag.default(false),
  /** Number of proxies that append to X-Forwarded-For; 0 ignores it. */
  TRUST_PROXY: z
    .string()
    .regex(/^\d$/, 'the number of proxies in front of the server, 0 to 9')
    .default('0')
    .transform(Number),
  /** Keys that seal secrets: `NAME:BASE64`, separated by commas, newest first. */
  SECRET_KEYS: z.string().optional(),
  /** A file with such keys, one a line. Without either, the server makes one in DATA_DIR, except in production. */
  SECRET_KEYS_FILE: z.string().optional(),
  /** Whether administrators see invitation and reset links. Default: shown in the demo and on a server with one firm. */
  INVITATION_LINKS: z.enum(['shown', 'mailed']).optional(),
  /** Such as `smtps://user:password@mail.firm.example`; unset: no mails. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Connections that may be unencrypted in production: `database`, `mail`, `files`. For trusted networks. */
  UNENCRYPTED_CONNECTIONS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((each) => each.trim() || []))
    .pipe(z.array(z.enum(['database', 'mail', 'files']))),
  /** An address, or `Name <address>`. */
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'an address, or a name and <address>')
    .optional(),
  /** The VAPID key pair; unset: made in DATA_DIR, for a single node. */
  VAPID_PUBLIC_KEY: z.string().optional(),
  VAPID_PRIVATE_KEY: z.string().optional(),
  /** The file for the daily heads of the audit chains; default `audit-heads` in DATA_DIR. */
  AUDIT_HEADS_FILE: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

export type Config = z.infer<typeof environment> & {
  readonly isLocal: boolean
  readonly isSecure: boolean
  readonly requiresMailTls: boolean
  /** For trials. */
  readonly allowsPrivateProviders: boolean
}

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const settings = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(settings)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The configuration needs attention:\n${lines.join('\n')}`)
  }
  const config = parsed.data
  const mayDemo = !config.DATABASE_URL && config.NODE_ENV !== 'production'
  if (config.DEMO && !mayDemo)
    throw new Error('DEMO runs only with the embedded database and not with NODE_ENV=production')
  const isLocal = isLoopback(config.HOST) && !config.PUBLIC_URL
  requireEncryption(config, isLocal)
  requireEncryptedDatabase(config, settings['PGHOST'])
  requireEncryptedMail(config)
  requireEncryptedFiles(config)
  requireKeys(config)
  requireOneStorage(config)
  if (config.SMTP_URL && !config.MAIL_FROM) throw new Error('SMTP_URL needs MAIL_FROM, the sender of the mails')
  // Otherwise links would use the host name of any request.
  if (config.SMTP_URL && !config.PUBLIC_URL && !isLocal)
    throw new Error(
      `HOST=${config.HOST} lets other machines reach the server: SMTP_URL needs PUBLIC_URL, the address with which links in mails begin`,
    )
  if (!config.VAPID_PUBLIC_KEY !== !config.VAPID_PRIVATE_KEY)
    throw new Error('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY: give both or neither')
  return {
    ...config,
    ...(mayDemo ? {} : { DEMO: false }),
    ROLE_SWITCHER: config.ROLE_SWITCHER && config.NODE_ENV !== 'production',
    isLocal,
    isSecure: config.PUBLIC_URL?.startsWith('https:') ?? false,
    requiresMailTls:
      config.NODE_ENV === 'production' &&
      !config.UNENCRYPTED_CONNECTIONS.includes('mail') &&
      config.SMTP_URL !== undefined &&
      !isLoopbackUrl(config.SMTP_URL),
    allowsPrivateProviders: isLocal && config.NODE_ENV !== 'production',
  }
}

function requireEncryption({ NODE_ENV, HOST, PUBLIC_URL }: z.infer<typeof environment>, isLocal: boolean): void {
  if (NODE_ENV !== 'production' || isLocal) return
  if (!PUBLIC_URL)
    throw new Error(
      `HOST=${HOST} lets other machines reach the server: with NODE_ENV=production, PUBLIC_URL says under which https address`,
    )
  if (!PUBLIC_URL.startsWith('https:') && !isLoopbackUrl(PUBLIC_URL))
    throw new Error(`PUBLIC_URL=${PUBLIC_URL} is not encrypted: with NODE_ENV=production it begins with https://`)
}

const isLoopbackUrl = (url: string): boolean => isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''))

/** Postgres.js requires encryption with these; only the last two check the certificate. */
const encryptedModes = ['require', 'verify-ca', 'verify-full']

function requireEncryptedDatabase(config: z.infer<typeof environment>, defaultHost = 'localhost'): void {
  const { NODE_ENV, DATABASE_URL, UNENCRYPTED_CONNECTIONS } = config
  if (NODE_ENV !== 'production' || !DATABASE_URL || UNENCRYPTED_CONNECTIONS.includes('database')) return
  const { hostname, searchParams } = new URL(DATABASE_URL)
  for (const name of ['host', 'sslmode'])
    if (searchParams.getAll(name).length > 1) throw new Error(`DATABASE_URL names ${name} more than once`)
  // Postgres.js connects to the host name, or to PGHOST without one; other tools to the `host` parameter.
  const hosts = [...(hostname || withoutPorts(defaultHost)).split(','), ...(searchParams.get('host') ?? '').split(',')]
  if (hosts.every(isHere) || encryptedModes.includes(searchParams.get('sslmode') ?? '')) return
  throw new Error(
    'DATABASE_URL leads to another machine and may be unencrypted: with NODE_ENV=production add ?sslmode=verify-full' +
      ' (NODE_EXTRA_CA_CERTS names the certificate authority), or set UNENCRYPTED_CONNECTIONS=database on a network that you trust',
  )
}

const withoutPorts = (hosts: string): string => hosts.replaceAll(/:\d+(?=,|$)/g, '')

const isHere = (host: string): boolean =>
  host === '' || host.startsWith('/') || isLoopback(host.replace(/^\[|\]$/g, ''))

const mailEncryption: Readonly<Record<string, string>> = {
  requireTLS: 'true',
  ignoreTLS: 'false',
  opportunisticTLS: 'false',
}

/** Nodemailer prefers options in the address to those of the server. */
function requireEncryptedMail({ NODE_ENV, SMTP_URL, UNENCRYPTED_CONNECTIONS }: z.infer<typeof environment>): void {
  if (NODE_ENV !== 'production' || !SMTP_URL || UNENCRYPTED_CONNECTIONS.includes('mail') || isLoopbackUrl(SMTP_URL))
    return
  for (const [name, value] of new URL(SMTP_URL).searchParams)
    if (Object.hasOwn(mailEncryption, name) && value !== mailEncryption[name])
      throw new Error(
        `SMTP_URL leads to another machine and may be unencrypted: with NODE_ENV=production leave out ${name}=${value},` +
          ' or set UNENCRYPTED_CONNECTIONS=mail on a network that you trust',
      )
}

function requireEncryptedFiles({ NODE_ENV, S3_ENDPOINT, UNENCRYPTED_CONNECTIONS }: z.infer<typeof environment>): void {
  if (NODE_ENV !== 'production' || !S3_ENDPOINT || UNENCRYPTED_CONNECTIONS.includes('files')) return
  if (S3_ENDPOINT.startsWith('https:') || isLoopbackUrl(S3_ENDPOINT)) return
  throw new Error(
    `S3_ENDPOINT=${S3_ENDPOINT} leads to another machine and is not encrypted: with NODE_ENV=production it begins with` +
      ' https://, or set UNENCRYPTED_CONNECTIONS=files on a network that you trust',
  )
}

/** A generated key without a backup is for trials only. */
function requireKeys({ NODE_ENV, SECRET_KEYS, SECRET_KEYS_FILE }: z.infer<typeof environment>): void {
  if (SECRET_KEYS && SECRET_KEYS_FILE) throw new Error('SECRET_KEYS and SECRET_KEYS_FILE: give one of them')
  if (NODE_ENV === 'production' && !SECRET_KEYS && !SECRET_KEYS_FILE)
    throw new Error(
      'NODE_ENV=production needs SECRET_KEYS or SECRET_KEYS_FILE, which seals bank accounts and tokens. Make a key with:' +
        ' echo "first:$(openssl rand -base64 32)". Keep a copy of it away from the database: without it they are lost',
    )
}

function requireOneStorage(config: z.infer<typeof environment>): void {
  const { FILES_DIR, S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config
  if (S3_BUCKET && FILES_DIR) throw new Error('FILES_DIR and S3_BUCKET: give one of them')
  if (S3_BUCKET && (!S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY))
    throw new Error('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')
  if (!S3_BUCKET && (S3_ENDPOINT || S3_ACCESS_KEY_ID || S3_SECRET_ACCESS_KEY))
    throw new Error('S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY need S3_BUCKET')
}
