import { rebalance } from '#server/db/distribute/rebalance.ts'
import { withSql } from '#server/db/postgres/open-sql.ts'

interface Worker {
  readonly host: string
  readonly port: number
}

const workersOf = (ownerUrl: string): Promise<readonly Worker[]> =>
  withSql(
    ownerUrl,
    (owner) => owner<Worker[]>`
    select nodename as host, nodeport as port from pg_dist_node where groupid > 0 order by groupid`,
  )

/** All firms move to the first worker. */
export async function oneWorker(ownerUrl: string): Promise<void> {
  const [, ...others] = await workersOf(ownerUrl)
  if (!others.length) throw new Error('The cluster needs two workers')
  await withSql(ownerUrl, async (owner) => {
    for (const { host, port } of others) await owner`select citus_drain_node(${host}, ${port}, 'block_writes')`
  })
}

/** Half of the firms move to the others. */
export async function allWorkers(ownerUrl: string): Promise<void> {
  const workers = await workersOf(ownerUrl)
  await withSql(ownerUrl, async (owner) => {
    for (const { host, port } of workers)
      await owner`select citus_set_node_property(${host}, ${port}, 'shouldhaveshards', true)`
  })
  await rebalance(ownerUrl)
}

/** How many projects each worker stores, without workers that store none. */
export const rowsPerWorker = (ownerUrl: string): Promise<readonly number[]> =>
  withSql(ownerUrl, async (owner) => {
    const rows = await owner<{ n: number }[]>`
      select sum(result::int)::int as n from run_command_on_shards('projects', 'select count(*) from %s') r
      join citus_shards s using (shardid) group by s.nodename, s.nodeport having sum(result::int) > 0 order by s.nodeport`
    return rows.map(({ n }) => n)
  })
