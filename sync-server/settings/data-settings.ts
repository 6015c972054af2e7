import * as z from 'zod'
import { settingMeta, someText } from './setting-meta.ts'

const keptBackups = z.coerce.number().int().min(0).max(1_000)
const folderExpected = 'the path of a folder that the server may write to'
const keptExpected = 'a whole number from 0 to 1000'

export const dataSettings = {
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
    expects: folderExpected,
    example: '/var/lib/holdfast',
  }),
  FILES_DIR: someText.optional().register(settingMeta, {
    group: 'files',
    kind: 'folder',
    meaning: 'folder of uploaded files; all nodes must share it',
    expects: folderExpected,
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
    expects: folderExpected,
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
    expects: keptExpected,
    example: '14',
  }),
  BACKUP_KEEP_WEEKLY: keptBackups.default(5).register(settingMeta, {
    group: 'backups',
    kind: 'number',
    meaning: 'weeks of which the newest backup stays',
    expects: keptExpected,
    example: '8',
  }),
  BACKUP_KEEP_MONTHLY: keptBackups.default(12).register(settingMeta, {
    group: 'backups',
    kind: 'number',
    meaning: 'months of which the newest backup stays',
    expects: keptExpected,
    example: '24',
  }),
}
