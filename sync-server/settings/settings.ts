// Every setting, once. The table in README.md, `.env.example`, and the messages about mistakes derive from it.
import * as z from 'zod'

export const groups = ['server', 'database', 'files', 'keys', 'backups', 'mail', 'monitoring', 'demo'] as const

export interface SettingMeta {
  readonly group: (typeof groups)[number]
  readonly kind: 'address' | 'choice' | 'file' | 'folder' | 'keys' | 'list' | 'name' | 'number' | 'switch' | 'url'
  /** In Markdown. */
  readonly meaning: string
  /** Completes “NAME must be …”. */
  readonly expects: string
  readonly example: string
  /** In Markdown, unless zod knows the default. */
  readonly byDefault?: string
  /** Its value is not shown in messages. */
  readonly isSecret?: true
}

const settingMeta = z.registry<SettingMeta>()

const flag = z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true')
const port = z.coerce.number().int().min(0).max(65_535)
const someText = z.string().min(1)
const keptBackups = z.coerce.number().int().min(0).max(1_000)

const portMeaning = 'a whole number from 0 to 65535'
const folderMeaning = 'the path of a folder that the server may write to'
const keptMeaning = 'a whole number from 0 to 1000'
const anOnOff = '1 or true for on, 0 or false for off'

export const settings = z.object({
  NODE_ENV: z.string().default('').register(settingMeta, {
    group: 'server',
    kind: 'name',
    meaning:
      '`production` requires https, encrypted connections to other machines and `SECRET_KEYS` or `SECRET_KEYS_FILE`, and forbids demo accounts and acting in another role',
    expects: '`production`, or leave it out',
    example: 'production',
  }),
  HOST: someText.default('localhost').register(settingMeta, {
    group: 'server',
    kind: 'address',
    meaning: 'name or address to listen on',
    expects: 'a host name or an IP address of this machine',
    example: '0.0.0.0',
  }),
  PORT: port.default(3000).register(settingMeta, {
    group: 'server',
    kind: 'number',
    meaning: 'port to listen on',
    expects: portMeaning,
    example: '8080',
  }),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .register(settingMeta, {
      group: 'server',
      kind: 'url',
      meaning:
        'address under which people reach the server; with https, cookies are secure. Unset: the server answers only to loopback names and to `HOST`',
      expects: 'an address that begins with https:// (or http:// on this machine only)',
      example: 'https://holdfast.firm.example',
    }),
  TRUST_PROXY: z.string().regex(/^\d$/).default('0').transform(Number).register(settingMeta, {
    group: 'server',
    kind: 'number',
    meaning: 'number of proxies (0 to 9) that append to `X-Forwarded-For`; 0 ignores the header',
    expects: 'the number of proxies in front of the server, 0 to 9',
    example: '1',
  }),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(600).optional().register(settingMeta, {
    group: 'server',
    kind: 'number',
    meaning:
      'how long a stopping node still serves requests while `/readyz` answers 503, so that the load balancer notices first',
    expects: 'a whole number of seconds from 0 to 600',
    example: '10',
    byDefault: '5 in production, otherwise 0',
  }),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .register(settingMeta, {
      group: 'database',
      kind: 'url',
      meaning: 'your PostgreSQL, connected as its owner. Unset: an embedded PostgreSQL in `DATA_DIR`',
      expects: 'an address that begins with postgres:// and names user, password, host and database',
      example: 'postgres://owner:password@db/holdfast?sslmode=verify-full',
      isSecret: true,
    }),
  DATA_DIR: someText.default('.data').register(settingMeta, {
    group: 'database',
    kind: 'folder',
    meaning: 'folder of the embedded database and of whatever the server keeps on disk',
    expects: folderMeaning,
    example: '/var/lib/holdfast',
  }),
  FILES_DIR: someText.optional().register(settingMeta, {
    group: 'files',
    kind: 'folder',
    meaning: 'folder of uploaded files; all nodes must share it',
    expects: folderMeaning,
    example: '/mnt/files',
    byDefault: '`files` in `DATA_DIR`',
  }),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .optional()
    .register(settingMeta, {
      group: 'files',
      kind: 'name',
      meaning: 'bucket for uploaded files, instead of `FILES_DIR`',
      expects: 'the name of a bucket: 3 to 63 lowercase letters, digits, dots and hyphens',
      example: 'holdfast-files',
    }),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .register(settingMeta, {
      group: 'files',
      kind: 'url',
      meaning: "address of the S3 storage. Unset: Amazon's, in `S3_REGION`",
      expects: 'an address that begins with https://',
      example: 'https://s3.firm.example',
    }),
  S3_REGION: someText.default('us-east-1').register(settingMeta, {
    group: 'files',
    kind: 'name',
    meaning: 'region of the bucket',
    expects: 'the name of a region',
    example: 'eu-central-1',
  }),
  S3_ACCESS_KEY_ID: someText.optional().register(settingMeta, {
    group: 'files',
    kind: 'keys',
    meaning: 'name of a key that may read, write, list and delete in the bucket; required with `S3_BUCKET`',
    expects: 'the id of an access key',
    example: 'holdfast',
    isSecret: true,
  }),
  S3_SECRET_ACCESS_KEY: someText.optional().register(settingMeta, {
    group: 'files',
    kind: 'keys',
    meaning: 'the secret of this key; required with `S3_BUCKET`',
    expects: 'the secret of the access key',
    example: '',
    isSecret: true,
  }),
  STORE_FILES_IN: z.enum(['folder', 'bucket']).optional().register(settingMeta, {
    group: 'files',
    kind: 'choice',
    meaning:
      'only while files are moved between `FILES_DIR` and `S3_BUCKET`: where new files go, `folder` or `bucket`. Files are read from both',
    expects: 'folder or bucket',
    example: 'bucket',
  }),
  SECRET_KEYS: someText.optional().register(settingMeta, {
    group: 'keys',
    kind: 'keys',
    meaning: 'keys that encrypt secrets, newest first, as `NAME:BASE64` separated by commas',
    expects: 'keys of 32 bytes in base64 with a name each',
    example: 'second:…,first:…',
    isSecret: true,
  }),
  SECRET_KEYS_FILE: someText.optional().register(settingMeta, {
    group: 'keys',
    kind: 'file',
    meaning:
      'file with such keys, one a line, instead of `SECRET_KEYS`. With neither, the server makes `secret-keys` in `DATA_DIR`, except in production',
    expects: 'the path of a file that the server may read',
    example: '/etc/holdfast/keys',
  }),
  AUDIT_HEADS_FILE: someText.optional().register(settingMeta, {
    group: 'keys',
    kind: 'file',
    meaning: 'file to which the ends of the audit chains are appended once a day',
    expects: 'the path of a file that the server may append to',
    example: '/mnt/worm/audit-heads',
    byDefault: '`audit-heads` in `DATA_DIR`',
  }),
  BACKUP_DIR: someText.optional().register(settingMeta, {
    group: 'backups',
    kind: 'folder',
    meaning: 'folder of the backups that `npm run admin -- backup` makes, on another disk or machine',
    expects: folderMeaning,
    example: '/mnt/backups/holdfast',
  }),
  BACKUP_KEYS: someText.optional().register(settingMeta, {
    group: 'backups',
    kind: 'keys',
    meaning:
      'keys that encrypt backups, newest first, as `NAME:BASE64` separated by commas; keep them away from the backups',
    expects: 'keys of 32 bytes in base64 with a name each',
    example: 'second:…,first:…',
    isSecret: true,
  }),
  BACKUP_KEYS_FILE: someText.optional().register(settingMeta, {
    group: 'backups',
    kind: 'file',
    meaning: 'file with such keys, one a line, instead of `BACKUP_KEYS`',
    expects: 'the path of a file that the command may read',
    example: '/etc/holdfast/backup-keys',
  }),
  BACKUP_KEEP_DAILY: keptBackups.default(7).register(settingMeta, {
    group: 'backups',
    kind: 'number',
    meaning: 'days of which the newest backup stays',
    expects: keptMeaning,
    example: '14',
  }),
  BACKUP_KEEP_WEEKLY: keptBackups.default(5).register(settingMeta, {
    group: 'backups',
    kind: 'number',
    meaning: 'weeks of which the newest backup stays',
    expects: keptMeaning,
    example: '8',
  }),
  BACKUP_KEEP_MONTHLY: keptBackups.default(12).register(settingMeta, {
    group: 'backups',
    kind: 'number',
    meaning: 'months of which the newest backup stays',
    expects: keptMeaning,
    example: '24',
  }),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .register(settingMeta, {
      group: 'mail',
      kind: 'url',
      meaning:
        'mail server; requires `MAIL_FROM`, and `PUBLIC_URL` unless only this machine reaches the server. Unset: no mail is sent',
      expects: 'an address that begins with smtps:// or smtp:// and names user, password and host',
      example: 'smtps://user:password@mail.firm.example',
      isSecret: true,
    }),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)
    .optional()
    .register(settingMeta, {
      group: 'mail',
      kind: 'address',
      meaning: 'sender of mails, an address or `Name <address>`',
      expects: 'an address, or a name and <address>',
      example: 'Holdfast <holdfast@firm.example>',
    }),
  INVITATION_LINKS: z.enum(['shown', 'mailed']).optional().register(settingMeta, {
    group: 'mail',
    kind: 'choice',
    meaning:
      '`shown`: administrators see the links of invitations and password resets; `mailed`: they are only mailed. Unset: shown in the demo and on a server with one firm',
    expects: '`shown` or `mailed`',
    example: 'mailed',
  }),
  VAPID_PUBLIC_KEY: someText.optional().register(settingMeta, {
    group: 'mail',
    kind: 'keys',
    meaning: 'public key for push messages, the same on all nodes. Unset: a pair is made in `DATA_DIR`',
    expects: 'a P-256 public key of 65 bytes in base64url',
    example: '',
  }),
  VAPID_PRIVATE_KEY: someText.optional().register(settingMeta, {
    group: 'mail',
    kind: 'keys',
    meaning: 'the private key of `VAPID_PUBLIC_KEY`; give both or neither',
    expects: 'a P-256 private key of 32 bytes in base64url',
    example: '',
    isSecret: true,
  }),
  UNENCRYPTED_CONNECTIONS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((each) => each.trim() || []))
    .pipe(z.array(z.enum(['database', 'mail', 'files'])))
    .register(settingMeta, {
      group: 'server',
      kind: 'list',
      meaning:
        'connections that may be unencrypted in production, on a network that you trust: `database`, `mail`, `files`',
      expects: 'database, mail, files, or several of them separated by commas',
      example: 'database,mail',
      byDefault: 'none',
    }),
  METRICS_PORT: port.optional().register(settingMeta, {
    group: 'monitoring',
    kind: 'number',
    meaning: 'port for metrics in the Prometheus format, at `/metrics`. Unset: no metrics',
    expects: portMeaning,
    example: '9464',
  }),
  METRICS_HOST: someText.default('127.0.0.1').register(settingMeta, {
    group: 'monitoring',
    kind: 'address',
    meaning: 'address to listen on for metrics; anyone who reaches it can read them',
    expects: 'a host name or an IP address of this machine',
    example: '10.0.0.5',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .register(settingMeta, {
      group: 'monitoring',
      kind: 'address',
      meaning: 'address of an OpenTelemetry collector for traces (OTLP over HTTP). Unset: no traces',
      expects: 'an http or https address',
      example: 'http://localhost:4318',
    }),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .register(settingMeta, {
      group: 'monitoring',
      kind: 'choice',
      meaning: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
      expects: 'fatal, error, warn, info, debug, trace or silent',
      example: 'warn',
    }),
  DEMO: flag.optional().register(settingMeta, {
    group: 'demo',
    kind: 'switch',
    meaning:
      '`1`: demo firms and accounts; only with the embedded database and outside production. Unset: on when only this machine can reach the server and every firm is a demo',
    expects: anOnOff,
    example: '0',
  }),
  ROLE_SWITCHER: flag.default(false).register(settingMeta, {
    group: 'demo',
    kind: 'switch',
    meaning: '`1`: people may act in a role below their own; ignored in production',
    expects: anOnOff,
    example: '1',
  }),
})

export type Settings = z.infer<typeof settings>

export interface Setting extends SettingMeta {
  readonly name: string
  /** As it is written in the environment; undefined if unset or described by `byDefault`. */
  readonly fallback: string | undefined
}

export const settingList: readonly Setting[] = Object.entries(settings.shape).map(([name, schema]) => ({
  name,
  ...settingMeta.get(schema)!,
  fallback: fallbackOf(schema),
}))

function fallbackOf(schema: z.ZodType): string | undefined {
  const { data } = schema.safeParse(undefined)
  if (typeof data === 'boolean') return data ? '1' : '0'
  return typeof data === 'number' || (typeof data === 'string' && data) ? String(data) : undefined
}
