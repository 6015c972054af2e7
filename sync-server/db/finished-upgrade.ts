// Until every running node has the newest migrations, an older node may restart.
import type { Sql } from 'postgres'
import type { Statements } from './connect/directory.ts'
import { newestMigration } from './migration-state.ts'
import { version } from '#server/version.ts'

export interface Upgrade {
  readonly version: string
  /** Time of the newest migration. */
  readonly migration: number
}

const part = 'finishedUpgrade'

/** Does nothing while a node of an older version runs. */
export async function recordFinishedUpgrade(
  sql: Statements,
  running: readonly { readonly migration?: number | undefined }[],
  own: Upgrade = { version, migration: newestMigration },
): Promise<void> {
  if (running.some(({ migration }) => migration === undefined || migration < own.migration)) return
  await sql`
    insert into directory.installation (part, value) values (${part}, ${JSON.stringify(own)})
    on conflict (part) do update set value = excluded.value
    where (directory.installation.value::json ->> 'migration')::numeric <= ${own.migration}::numeric`
}

export async function refuseDowngrade(sql: Sql, own: Upgrade = { version, migration: newestMigration }): Promise<void> {
  const [table] = await sql<{ exists: boolean }[]>`select to_regclass('directory.installation') is not null as exists`
  if (!table!.exists) return
  const [found] = await sql<{ value: string }[]>`select value from directory.installation where part = ${part}`
  if (!found) return
  const finished = JSON.parse(found.value) as Upgrade
  if (finished.migration <= own.migration) return
  throw new Error(
    `This database was upgraded to Holdfast ${finished.version}; version ${own.version} is older and must not write to it. Start version ${finished.version} or a newer one. To go back to version ${own.version}, restore a backup from before the upgrade.`,
  )
}
