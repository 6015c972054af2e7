// Need Debian's packages, which they install as root.
import { execFileSync } from 'node:child_process'
import { countStep } from '../checks/test-counts.ts'
import { testEnvironment } from '../checks/test-environment.ts'
import type { Step } from '../checks/steps.ts'
import { programOf, root, runScript } from '../processes/programs.ts'

const drillStep = (name: string, file: string, env: () => Readonly<Record<string, string>>): Step => ({
  name,
  run: async () => {
    const args = ['run', '-c', 'scripts/drills/vitest.config.ts', `scripts/drills/${file}`]
    return countStep(await runScript(programOf('vitest'), args, { ...testEnvironment(), ...env() }))
  },
})

/** FAILOVERS says how many. */
export const failoverStep = (): Step =>
  drillStep('failover of PostgreSQL under Patroni', 'failover.drill.ts', () => ({
    FAILOVERS: process.env['FAILOVERS'] ?? '20',
  }))

export const nodesStep = (older: string): Step =>
  drillStep('three nodes behind HAProxy and Caddy', 'nodes.drill.ts', () => ({
    OLDER_COMMIT: older || beforeNewestMigration(),
  }))

const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** So that the upgrade migrates under load. */
export function beforeNewestMigration(): string {
  const commit = git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'sync-server/db/migrations/*.sql')
  return git('rev-parse', `${commit}^`)
}
