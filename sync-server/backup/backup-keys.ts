import { readFileSync } from 'node:fs'
import type { Config } from '#server/config.ts'
import { parseKeys, type SecretKey } from '#server/secrets/keys.ts'

type KeySettings = Pick<Config, 'BACKUP_KEYS' | 'BACKUP_KEYS_FILE'>

/** None is made: it would be lost with the machine whose backup it opens. */
export function openBackupKeys({ BACKUP_KEYS, BACKUP_KEYS_FILE }: KeySettings): readonly SecretKey[] {
  if (BACKUP_KEYS) return parseKeys(BACKUP_KEYS, 'BACKUP_KEYS')
  if (BACKUP_KEYS_FILE) return parseKeys(readFileSync(BACKUP_KEYS_FILE, 'utf8'), BACKUP_KEYS_FILE)
  throw new Error(
    'Backups are encrypted: set BACKUP_KEYS or BACKUP_KEYS_FILE. “npm run keys” prints a key. Keep a copy of it away from the server and from the backups.',
  )
}
