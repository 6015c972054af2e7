import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { openBackupKeys } from '#server/backup/backup-keys.ts'
import type { Config } from '#server/config.ts'
import { lastBackupAt } from '#server/installation.ts'
import { type Check, type Finding, ok, problem, warning } from '../check.ts'

const hour = 3_600_000
/** Daily, and two hours for making it. */
const warningHours = 26
const problemHours = 72
const leastFree = 0.1

export const checkBackups: Check = {
  name: 'backups',
  needsDatabase: true,
  async run({ sql, config }) {
    const ofFolder = await folderFindings(config)
    const finishedAt = await lastBackupAt({ directory: sql })
    if (!finishedAt)
      return [
        ...ofFolder,
        warning(
          'No backup is known. Set BACKUP_DIR and BACKUP_KEYS, and run npm run admin -- backup every day; or back up by other means, and record each with npm run admin -- record-backup.',
        ),
      ]
    const [found] = await sql<{ at: Date }[]>`select clock_timestamp() as at`
    return [...ofFolder, ageFinding(Math.floor((found!.at.getTime() - finishedAt.getTime()) / hour))]
  },
}

export function ageFinding(hours: number): Finding {
  const text = `The last backup is ${hours} hours old.`
  if (hours < warningHours) return ok(text)
  const advice = 'See why the daily backup does not end, and run it now.'
  return hours < problemHours ? warning(`${text} ${advice}`) : problem(`${text} ${advice}`)
}

type BackupSettings = Pick<Config, 'BACKUP_DIR' | 'BACKUP_KEYS' | 'BACKUP_KEYS_FILE'>

/** Nothing when backups are made by other means. */
async function folderFindings(config: BackupSettings): Promise<readonly Finding[]> {
  const folder = config.BACKUP_DIR
  if (folder === undefined) return []
  try {
    openBackupKeys(config)
    await access(folder, constants.W_OK)
    const { bavail, blocks } = await statfs(folder)
    const free = bavail / blocks
    return free < leastFree
      ? [warning(`BACKUP_DIR (${folder}) has only ${Math.floor(free * 100)} % of its space left. Give it more.`)]
      : []
  } catch (error) {
    return [problem(`BACKUP_DIR (${folder}) cannot be used for backups: ${(error as Error).message}`)]
  }
}
