// CITUS_URL: superuser connection string of a coordinator with two workers.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeTemplate } from '#server/test/template.ts'
import type { Step } from '../checks/steps.ts'
import { attackWorkers } from './attack-workers.ts'
import { type Counts, countReport, countVitest } from '../checks/test-counts.ts'
import { testEnvironment } from '../checks/test-environment.ts'
import { programOf, runScript } from '../processes/programs.ts'
import { killDistribute } from './distribute-kills.ts'
import { rebalanceWhileWriting } from './rebalance-while-writing.ts'
import { upgradeDistributed } from './upgrade-distributed.ts'

export const citusStep = (): Step => ({
  name: 'distributed over Citus',
  run: async () => {
    const citusUrl = process.env['CITUS_URL']
    if (!citusUrl) throw new Error('Set CITUS_URL to the superuser connection string of a coordinator')
    const counts = [await runTests(citusUrl)]
    await makeTemplate(citusUrl)
    for (const work of [attackWorkers, upgradeDistributed, rebalanceWhileWriting, killDistribute])
      counts.push(await work(citusUrl))
    return {
      passed: counts.reduce((sum, { passed }) => sum + passed, 0),
      failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    }
  },
})

async function runTests(citusUrl: string): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-citus-'))
  const report = join(folder, 'report.json')
  const files = ['sync-server', 'scripts/backup-kills.test.ts']
  const projects = ['--project', 'server', '--project', 'scripts']
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['run', '-c', 'scripts/vitest.config.ts', ...projects, ...reporters, ...files]
  try {
    const code = await runScript(programOf('vitest'), args, { ...testEnvironment(), CITUS_URL: citusUrl })
    return countReport(report, code, countVitest)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
