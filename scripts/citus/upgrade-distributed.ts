// An older server distributes a database; the present one then migrates it and works on it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/db/connect/database.ts'
import { distribute } from '#server/db/distribute/distribute.ts'
import { createUnmigrated } from '#server/test/template.ts'
import { type Firm, makeFirm } from '../bench/stage/firm.ts'
import { postProjects } from '../bench/stage/post-projects.ts'
import type { Counts } from '../checks/test-counts.ts'
import { beforeNewestMigration } from '../drills/drill-steps.ts'
import { checkOutServer } from '../drills/older-server.ts'
import { startNode } from '../processes/node-process.ts'
import { root } from '../processes/programs.ts'

const firmCount = 3

export async function upgradeDistributed(citusUrl: string): Promise<Counts> {
  const { ownerUrl, drop } = await createUnmigrated(citusUrl)
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-upgrade-'))
  const problems: string[] = []
  try {
    const older = await checkOutServer(beforeNewestMigration(), join(folder, 'older'))
    const runOlder = async (...args: readonly string[]) => {
      const env = { ...process.env, DEMO: '', DATABASE_URL: ownerUrl, DATA_DIR: folder }
      const program = spawn(process.execPath, [join(older, 'scripts/admin.ts'), ...args], { env, stdio: 'inherit' })
      const [code] = await once(program, 'exit')
      if (code !== 0) throw new Error(`${args.join(' ')} of the older server ended with ${String(code)}`)
    }
    await runOlder('firms')
    const firms = await makeFirms(ownerUrl)
    await runOlder('distribute', '--shards', '4')
    /** A node writes one project of each firm. */
    const write = async (project: string) => {
      const node = await startNode(ownerUrl, folder, {}, project)
      for (const firm of firms) await postProjects(node.url, firm, 1, 1)
      node.program.kill('SIGTERM')
      await once(node.program, 'exit')
    }
    await write(older)
    await write(root)
    const left = await distribute(ownerUrl, { shards: 4, isDryRun: true })
    problems.push(...left.map(({ summary }) => `after the upgrade is left: ${summary}`))
    problems.push(...(await problemsOf(ownerUrl, firms)))
    for (const problem of problems) console.error(problem)
    console.log(`a distributed database was upgraded, ${problems.length} problems`)
    return { passed: problems.length ? 0 : 1, failed: problems.length }
  } finally {
    await drop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function makeFirms(ownerUrl: string): Promise<readonly Firm[]> {
  const database = await openDatabase(ownerUrl, 2)
  try {
    const firms: Firm[] = []
    while (firms.length < firmCount)
      firms.push(await makeFirm(ownerUrl, database, { projects: 20, investors: 10, investments: 30 }))
    return firms
  } finally {
    await database.close()
  }
}

/** Each firm has its rows and both written projects, and one query finds its jobs. */
async function problemsOf(ownerUrl: string, firms: readonly Firm[]): Promise<string[]> {
  const database = await openDatabase(ownerUrl, 2)
  try {
    const jobs = await database.directory<{ id: string }[]>`select distinct tenant_id as id from jobs`
    const problems: string[] = []
    for (const { viewer } of firms) {
      const { tenantId } = viewer
      const [found] = await database.tenant(tenantId, (tx) =>
        tx.query<{ rows: number }>('select count(*)::int as rows from projects where tenant_id = $1', [tenantId]),
      )
      if (found!.rows !== 22) problems.push(`${tenantId}: ${found!.rows} projects, not 22`)
      if (!jobs.some(({ id }) => id === tenantId)) problems.push(`${tenantId}: its jobs are not found`)
    }
    return problems
  } finally {
    await database.close()
  }
}
