import type { Sql } from 'postgres'
import { withSql } from '#server/db/postgres/open-sql.ts'
import { grantMissing } from './grant-missing.ts'
import { NotDistributable } from './plan.ts'
import { isDistributed } from './new-tables.ts'

/**
 * PostgreSQL refuses Citus's replication while policies are forced on owners. After an interruption, another run forces
 * them again.
 */
export const rebalance = (ownerUrl: string): Promise<void> =>
  withSql(ownerUrl, async (owner) => {
    if (!(await isDistributed(owner))) throw new NotDistributable('Run npm run admin -- distribute first.')
    await forcePolicies(owner, false)
    try {
      await owner`select rebalance_table_shards(shard_transfer_mode => 'force_logical')`
    } finally {
      await forcePolicies(owner, true)
      await grantMissing(owner)
    }
  })

async function forcePolicies(owner: Sql, isForced: boolean): Promise<void> {
  const tables = await owner<{ name: string }[]>`
    select c.relname as name from pg_dist_partition d join pg_class c on c.oid = d.logicalrelid
    where d.partmethod = 'h' and c.relforcerowsecurity <> ${isForced}`
  for (const { name } of tables)
    await owner.unsafe(`alter table "${name}" ${isForced ? '' : 'no '}force row level security`)
}
