import type { Sql } from 'postgres'
import { columnRights, commonTables, foreignKeys, tenantTables } from '#server/db/tables/isolation.ts'
import type { Statements } from '#server/db/connect/directory.ts'
import { takeMigrationLock } from '#server/db/migrate.ts'
import { runningNodes } from '#server/db/nodes.ts'
import { withSql } from '#server/db/postgres/open-sql.ts'
import { findDistribution, hasCitus } from './find-distribution.ts'
import { NotDistributable, planDistribution, type Step, type WantedTables } from './plan.ts'

interface Options {
  /** Parts of each table; at most as many workers can share the firms. */
  readonly shards: number
  readonly isDryRun: boolean
}

const wanted: WantedTables = { tenantTables, commonTables, keys: foreignKeys(), columnRights }

/** Returns what was done, or what it would do. Nodes that start meanwhile wait. */
export const distribute = (ownerUrl: string, { shards, isDryRun }: Options): Promise<readonly Step[]> =>
  withSql(ownerUrl, async (owner) => {
    await takeMigrationLock(owner)
    if (!(await hasCitus(owner)))
      throw new NotDistributable(
        'This database has no Citus. Run create extension citus as a superuser, in it and in the database of the same name on each worker.',
      )
    const plan = async () => planDistribution(await findDistribution(owner), wanted, ownerUrl)
    const steps = await plan()
    if (isDryRun || !steps.length) return steps
    await refuseRunningNodes(owner)
    await owner.begin(async (sql) => {
      await sql.unsafe(`set local citus.shard_count = ${shards}`)
      for (const { statement, isAfterCommit } of steps) if (!isAfterCommit) await sql.unsafe(statement)
    })
    for (const { statement, isAfterCommit } of steps) if (isAfterCommit) await owner.unsafe(statement)
    const left = await plan()
    if (left.length) throw new Error(`Still to do: ${left.map(({ summary }) => summary).join('; ')}`)
    return steps
  })

/** They would wait for minutes, and their connections would lack the setting. */
async function refuseRunningNodes(owner: Sql): Promise<void> {
  const nodes = await runningNodes(owner as Sql & Statements)
  if (nodes.length)
    throw new NotDistributable(
      `Stop every node first: ${nodes.map(({ name }) => name).join(', ')}. A node that was killed counts for 90 seconds.`,
    )
}
