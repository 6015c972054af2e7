import type { Sql } from 'postgres'
import { changedByUpkeep } from '#server/db/tables/isolation.ts'
import { findChangeable } from './find-distribution.ts'
import { allowOnShards } from './plan.ts'

/** Citus gives shards only the rights on whole tables. */
export async function allowUpkeep(owner: Sql): Promise<void> {
  const changeable = await findChangeable(owner)
  for (const [table, columns] of Object.entries(changedByUpkeep))
    for (const column of columns)
      if (!changeable.includes(`${table}.${column}`)) await owner.unsafe(allowOnShards(table, column))
}
