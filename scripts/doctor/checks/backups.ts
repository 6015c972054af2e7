import { lastBackupAt } from '#server/installation.ts'
import { type Check, type Finding, ok, problem, warning } from '../check.ts'

const hour = 3_600_000
/** Daily, and two hours for making it. */
const warningHours = 26
const problemHours = 72

export const checkBackups: Check = {
  name: 'backups',
  needsDatabase: true,
  async run({ sql }) {
    const finishedAt = await lastBackupAt({ directory: sql })
    if (!finishedAt)
      return warning(
        'No backup is known. Back up database, files and keys together every day, and run npm run admin -- record-backup at the end.',
      )
    const [found] = await sql<{ at: Date }[]>`select clock_timestamp() as at`
    return ageFinding(Math.floor((found!.at.getTime() - finishedAt.getTime()) / hour))
  },
}

export function ageFinding(hours: number): Finding {
  const text = `The last backup is ${hours} hours old.`
  if (hours < warningHours) return ok(text)
  const advice = 'See why the daily backup does not end, and run it now.'
  return hours < problemHours ? warning(`${text} ${advice}`) : problem(`${text} ${advice}`)
}
