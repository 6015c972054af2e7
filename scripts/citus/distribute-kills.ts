// Kills `admin -- distribute` repeatedly, then backs up, restores and distributes again. No row may be lost.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { openDatabase } from '#server/db/connect/database.ts'
import { upkeepRole } from '#server/db/connect/roles.ts'
import { distribute } from '#server/db/distribute/distribute.ts'
import type { Step } from '#server/db/distribute/plan.ts'
import { withSql } from '#server/db/postgres/open-sql.ts'
import { newKey } from '#server/secrets/keys.ts'
import { fingerprintOf } from '#server/test/fingerprint.ts'
import { createUndistributed } from '#server/test/template.ts'
import { type Firm, makeFirm } from '../bench/stage/firm.ts'
import { postProjects } from '../bench/stage/post-projects.ts'
import type { Counts } from '../checks/test-counts.ts'
import { startNode } from '../processes/node-process.ts'
import { root } from '../processes/programs.ts'

const kills = Number(process.env['DISTRIBUTE_KILLS'] ?? 10)
const firmCount = 4

/** Epochs and jobs change when a node starts. */
const changing = /^public\.(epochs|tenant_numbers|jobs|marks) /

export async function killDistribute(citusUrl: string): Promise<Counts> {
  const { ownerUrl, drop } = await createUndistributed(citusUrl)
  const dataDir = mkdtempSync(join(tmpdir(), 'holdfast-distribute-'))
  const problems: string[] = []
  const env = { DATABASE_URL: ownerUrl, DATA_DIR: dataDir, BACKUP_DIR: join(dataDir, 'backups') }
  const keys = { BACKUP_KEYS: newKey(new Date()) }
  const admin = (...args: readonly string[]) => {
    const program = spawn(process.execPath, [join(root, 'scripts/admin.ts'), ...args], {
      env: { ...process.env, DEMO: '', ...env, ...keys },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return { program, ended: once(program, 'exit') }
  }
  const run = async (...args: readonly string[]) => {
    const [code] = await admin(...args).ended
    if (code !== 0) problems.push(`${args.join(' ')} ended with ${String(code)}`)
  }
  try {
    const firms = await makeFirms(ownerUrl)
    /** A node that starts writes one more project of each firm. Returns what the firms have then. */
    const check = async (when: string, expected: string): Promise<string> => {
      const found = await rowsOf(ownerUrl, firms)
      if (found !== expected) problems.push(`${when}: rows differ`)
      const node = await startNode(ownerUrl, dataDir, keys)
      for (const firm of firms) await postProjects(node.url, firm, 1, 1)
      node.program.kill('SIGTERM')
      await once(node.program, 'exit')
      const left = await stepsLeft(ownerUrl)
      if (left.length > 0 && tablesIn(left) !== tables) problems.push(`${when}: ${left.length} steps are left`)
      return rowsOf(ownerUrl, firms)
    }
    const tables = tablesIn(await stepsLeft(ownerUrl))
    let rows = await rowsOf(ownerUrl, firms)
    const wholeMs = await durationOf(() => run('distribute', '--dry-run'))
    let killed = 0
    for (; killed < kills && (await stepsLeft(ownerUrl)).length > 0; killed++) {
      const { program, ended } = admin('distribute')
      await Promise.race([after(wholeMs * (0.7 + (killed / kills) * 3)), ended])
      program.kill('SIGKILL')
      await ended
      rows = await check(`kill ${killed + 1}`, rows)
    }
    await run('distribute')
    rows = await check('distributed', rows)
    await revokeShardRights(ownerUrl)
    rows = await check('without the last steps', rows)
    await run('backup')
    await run('restore', 'latest', '--replace', '--keep-files')
    rows = await check('restored', rows)
    await run('distribute')
    await check('distributed again', rows)
    console.log(`${killed} kills of distribute, ${problems.length} problems`)
    for (const problem of problems) console.error(problem)
    return { passed: problems.length ? 0 : killed, failed: problems.length }
  } finally {
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function makeFirms(ownerUrl: string): Promise<readonly Firm[]> {
  const database = await openDatabase(ownerUrl, 2)
  const firms: Firm[] = []
  while (firms.length < firmCount)
    firms.push(await makeFirm(ownerUrl, database, { projects: 200, investors: 100, investments: 300 }))
  await database.close()
  return firms
}

async function rowsOf(ownerUrl: string, firms: readonly Firm[]): Promise<string> {
  const lines: string[] = []
  for (const { viewer } of firms)
    lines.push(
      ...(await fingerprintOf({ ownerUrl }, viewer.tenantId)).split('\n').filter((line) => !changing.test(line)),
    )
  return lines.join('\n')
}

const stepsLeft = (ownerUrl: string): Promise<readonly Step[]> => distribute(ownerUrl, { shards: 4, isDryRun: true })

const tablesIn = (steps: readonly Step[]): number =>
  steps.filter(({ summary }) => /^(distribute|copy) /.test(summary)).length

async function durationOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** As if the command had been killed after its transaction. */
const revokeShardRights = (ownerUrl: string): Promise<unknown> =>
  withSql(
    ownerUrl,
    (owner) => owner`
      select run_command_on_shards('audit_logs', ${`revoke update (details) on %s from ${upkeepRole}`})`,
  )
