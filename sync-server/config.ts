import { describeMistake, withoutPassword } from './settings/mistakes.ts'
import { type Settings, settings } from './settings/settings.ts'

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i
export const isLoopback = (name: string): boolean => loopback.test(name)

export type Config = Settings & {
  readonly isLocal: boolean
  readonly isSecure: boolean
  readonly requiresMailTls: boolean
  /** For trials. */
  readonly allowsPrivateProviders: boolean
  readonly drainMs: number
}

/** Throws one error with a line for each mistake. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = settings.safeParse(given)
  if (!parsed.success) throw new SettingMistakes(parsed.error.issues.map((issue) => describeMistake(issue, given)))
  const config = parsed.data
  const isLocal = isLoopback(config.HOST) && !config.PUBLIC_URL
  const mistakes = contradictions(config, isLocal, given['PGHOST'])
  if (mistakes.length) throw new SettingMistakes(mistakes)
  return {
    ...config,
    ...(mayDemo(config) ? {} : { DEMO: false }),
    ROLE_SWITCHER: config.ROLE_SWITCHER && config.NODE_ENV !== 'production',
    isLocal,
    isSecure: config.PUBLIC_URL?.startsWith('https:') ?? false,
    requiresMailTls:
      config.NODE_ENV === 'production' &&
      !config.UNENCRYPTED_CONNECTIONS.includes('mail') &&
      config.SMTP_URL !== undefined &&
      !isLoopbackUrl(config.SMTP_URL),
    allowsPrivateProviders: isLocal && config.NODE_ENV !== 'production',
    drainMs: 1_000 * (config.DRAIN_SECONDS ?? (config.NODE_ENV === 'production' ? 5 : 0)),
  }
}

class SettingMistakes extends Error {
  constructor(lines: readonly string[]) {
    super(`The configuration needs attention:\n${lines.map((line) => `  ${line}`).join('\n')}`)
  }
}

const mayDemo = ({ DATABASE_URL, NODE_ENV }: Settings): boolean => !DATABASE_URL && NODE_ENV !== 'production'

type Problem = string | false | undefined

const contradictions = (config: Settings, isLocal: boolean, defaultHost: string | undefined): string[] =>
  [
    config.DEMO && !mayDemo(config) && 'DEMO runs only with the embedded database and not with NODE_ENV=production',
    unencryptedAddress(config, isLocal),
    unencryptedDatabase(config, defaultHost),
    unencryptedMail(config),
    unencryptedFiles(config),
    ...wrongKeys(config),
    ...wrongStorage(config),
    config.SMTP_URL && !config.MAIL_FROM && 'SMTP_URL needs MAIL_FROM, the sender of the mails',
    // Otherwise links would use the host name of any request.
    config.SMTP_URL &&
      !config.PUBLIC_URL &&
      !isLocal &&
      `HOST=${config.HOST} lets other machines reach the server: SMTP_URL needs PUBLIC_URL, the address with which links in mails begin`,
    !config.VAPID_PUBLIC_KEY !== !config.VAPID_PRIVATE_KEY &&
      'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY: give both or neither',
  ].filter((each): each is string => typeof each === 'string')

function unencryptedAddress({ NODE_ENV, HOST, PUBLIC_URL }: Settings, isLocal: boolean): Problem {
  if (NODE_ENV !== 'production' || isLocal) return undefined
  if (!PUBLIC_URL)
    return `HOST=${HOST} lets other machines reach the server: with NODE_ENV=production, set PUBLIC_URL to its https address`
  if (!PUBLIC_URL.startsWith('https:') && !isLoopbackUrl(PUBLIC_URL))
    return `PUBLIC_URL=${withoutPassword(PUBLIC_URL)} is not encrypted: with NODE_ENV=production it begins with https://`
  return undefined
}

const isLoopbackUrl = (url: string): boolean => isLoopback(new URL(url).hostname)

/** Postgres.js requires encryption with these; only the last two check the certificate. */
const encryptedModes = ['require', 'verify-ca', 'verify-full']

function unencryptedDatabase(config: Settings, defaultHost = 'localhost'): Problem {
  const { NODE_ENV, DATABASE_URL, UNENCRYPTED_CONNECTIONS } = config
  if (NODE_ENV !== 'production' || !DATABASE_URL || UNENCRYPTED_CONNECTIONS.includes('database')) return undefined
  const { hostname, searchParams } = new URL(DATABASE_URL)
  for (const name of ['host', 'sslmode'])
    if (searchParams.getAll(name).length > 1) return `DATABASE_URL names ${name} more than once: leave one of them`
  // Postgres.js connects to the host name, or to PGHOST without one; other tools to the `host` parameter.
  const hosts = [...(hostname || withoutPorts(defaultHost)).split(','), ...(searchParams.get('host') ?? '').split(',')]
  if (hosts.every(isHere) || encryptedModes.includes(searchParams.get('sslmode') ?? '')) return undefined
  return (
    'DATABASE_URL leads to another machine and may be unencrypted: with NODE_ENV=production add ?sslmode=verify-full' +
    ' (NODE_EXTRA_CA_CERTS names the certificate authority), or set UNENCRYPTED_CONNECTIONS=database on a network that you trust'
  )
}

const withoutPorts = (hosts: string): string => hosts.replaceAll(/:\d+(?=,|$)/g, '')

const isHere = (host: string): boolean => host === '' || host.startsWith('/') || isLoopback(host)

const mailEncryption: Readonly<Record<string, string>> = {
  requireTLS: 'true',
  ignoreTLS: 'false',
  opportunisticTLS: 'false',
}

/** Nodemailer prefers options in the address to those of the server. */
function unencryptedMail({ NODE_ENV, SMTP_URL, UNENCRYPTED_CONNECTIONS }: Settings): Problem {
  if (NODE_ENV !== 'production' || !SMTP_URL || UNENCRYPTED_CONNECTIONS.includes('mail') || isLoopbackUrl(SMTP_URL))
    return undefined
  for (const [name, value] of new URL(SMTP_URL).searchParams)
    if (Object.hasOwn(mailEncryption, name) && value !== mailEncryption[name])
      return (
        `SMTP_URL leads to another machine and may be unencrypted: with NODE_ENV=production leave out ${name}=${value},` +
        ' or set UNENCRYPTED_CONNECTIONS=mail on a network that you trust'
      )
  return undefined
}

function unencryptedFiles({ NODE_ENV, S3_ENDPOINT, UNENCRYPTED_CONNECTIONS }: Settings): Problem {
  if (NODE_ENV !== 'production' || !S3_ENDPOINT || UNENCRYPTED_CONNECTIONS.includes('files')) return undefined
  if (S3_ENDPOINT.startsWith('https:') || isLoopbackUrl(S3_ENDPOINT)) return undefined
  return (
    `S3_ENDPOINT=${withoutPassword(S3_ENDPOINT)} leads to another machine and is not encrypted: with NODE_ENV=production it begins with` +
    ' https://, or set UNENCRYPTED_CONNECTIONS=files on a network that you trust'
  )
}

/** A generated key without a backup is for trials only. */
const wrongKeys = ({ NODE_ENV, SECRET_KEYS, SECRET_KEYS_FILE, BACKUP_KEYS, BACKUP_KEYS_FILE }: Settings): Problem[] => [
  BACKUP_KEYS && BACKUP_KEYS_FILE && 'BACKUP_KEYS and BACKUP_KEYS_FILE: set only one',
  SECRET_KEYS && SECRET_KEYS_FILE && 'SECRET_KEYS and SECRET_KEYS_FILE: set only one',
  NODE_ENV === 'production' &&
    !SECRET_KEYS &&
    !SECRET_KEYS_FILE &&
    'NODE_ENV=production needs SECRET_KEYS or SECRET_KEYS_FILE, which seals bank accounts and tokens. Make a key with:' +
      ' echo "first:$(openssl rand -base64 32)". Keep a copy of it away from the database: without it they are lost',
]

function wrongStorage(config: Settings): Problem[] {
  const { FILES_DIR, STORE_FILES_IN, S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config
  return [
    S3_BUCKET &&
      FILES_DIR &&
      !STORE_FILES_IN &&
      'FILES_DIR and S3_BUCKET: set only one, or STORE_FILES_IN while files are moved from one to the other',
    STORE_FILES_IN && !S3_BUCKET && 'STORE_FILES_IN needs S3_BUCKET: it says where new files go while files are moved',
    S3_BUCKET &&
      (!S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) &&
      'S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY',
    !S3_BUCKET &&
      (S3_ENDPOINT || S3_ACCESS_KEY_ID || S3_SECRET_ACCESS_KEY) &&
      'S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY need S3_BUCKET',
  ]
}
