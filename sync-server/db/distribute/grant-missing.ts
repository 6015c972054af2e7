import type { Sql } from 'postgres'
import { columnRights } from '#server/db/tables/isolation.ts'
import { findGranted } from './find-distribution.ts'
import { grantOnShards } from './plan.ts'

/** Citus copies only rights on whole tables to the shards. */
export async function grantMissing(owner: Sql): Promise<void> {
  const granted = await findGranted(owner)
  for (const each of columnRights) if (!granted.includes(each)) await owner.unsafe(grantOnShards(each))
}
