import { migrationState } from '#server/db/migration-state.ts'
import { runningNodes } from '#server/db/nodes.ts'
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
    const versions = Map.groupBy(await runningNodes(sql), (node) => node.version ?? 'an older version')
    if (versions.size > 1)
      return warning(mixedMessage([...versions].map(([version, nodes]) => [version, nodes.length])))
    return ok(`All ${done} migrations are done.`)
  },
}

const mixedMessage = (counts: readonly (readonly [string, number])[]): string =>
  `Nodes of several versions are running: ${counts.map(([version, count]) => `${version} (${count})`).join(', ')}. Upgrade all of them; until then the older ones cannot accept all changes.`
