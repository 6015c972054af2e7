import { migrationState } from '#server/db/migration-state.ts'
import { type Check, ok, problem, warning } from '../check.ts'

export const checkMigrations: Check = {
  name: 'migrations',
  needsDatabase: true,
  async run({ sql }) {
    const { done, pending, isNewer } = await migrationState(sql)
    if (isNewer)
      return problem(
        'The database was migrated by a newer version. Start that version or a later one; this one must not write to it.',
      )
    if (pending)
      return warning(`${pending} of ${done + pending} migrations are pending. Start the server; it migrates first.`)
    return ok(`All ${done} migrations are done.`)
  },
}
