// The tests' server may be the coordinator of a Citus cluster (CITUS_URL). A database of Citus exists on every node.
import type { Sql } from 'postgres'
import { hasCitus } from '#server/db/distribute/find-distribution.ts'
import { withSql } from '#server/db/postgres/open-sql.ts'

interface Node {
  readonly host: string
  readonly port: number
  readonly isCoordinator: boolean
}

const nodesByServer = new Map<string, Promise<readonly Node[]>>()

function nodesOf(serverUrl: string): Promise<readonly Node[]> {
  const known = nodesByServer.get(serverUrl) ?? findNodes(serverUrl)
  nodesByServer.set(serverUrl, known)
  return known
}

/** Empty without Citus. */
const findNodes = (serverUrl: string): Promise<readonly Node[]> =>
  withSql(serverUrl, async (sql) =>
    (await hasCitus(sql))
      ? sql<Node[]>`
          select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node order by groupid`
      : [],
  )

const urlOn = (url: string, { host, port }: Node): string =>
  Object.assign(new URL(url), { hostname: host, port: String(port) }).href

export async function onEachNode(serverUrl: string, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const nodes = await nodesOf(serverUrl)
  const urls = nodes.length ? nodes.map((node) => urlOn(serverUrl, node)) : [serverUrl]
  await Promise.all(urls.map((url) => withSql(url, work)))
}

/** Returns whether there is a cluster. */
export async function connectNodes(serverUrl: string, ownerUrl: string): Promise<boolean> {
  const nodes = await nodesOf(serverUrl)
  for (const node of nodes) await withSql(urlOn(ownerUrl, node), (sql) => sql`create extension citus`)
  await withSql(ownerUrl, async (sql) => {
    for (const { host, port, isCoordinator } of nodes)
      if (isCoordinator) await sql`select citus_set_coordinator_host(${host}, ${port})`
      else await sql`select citus_add_node(${host}, ${port})`
  })
  return nodes.length > 0
}

/** A copy does not have the settings of its template. */
export async function configureCopy(serverUrl: string, name: string): Promise<void> {
  if ((await nodesOf(serverUrl)).length)
    await onEachNode(serverUrl, (sql) =>
      sql.unsafe(`alter database ${name} set citus.propagate_set_commands = 'local'`),
    )
}

/** Connections are refused first: Citus would start its maintenance process there again. */
export async function disconnectDatabase(sql: Sql, name: string): Promise<void> {
  await sql`update pg_database set datallowconn = false where datname = ${name}`
  await sql`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = ${name}`
}

export async function dropDatabase(sql: Sql, name: string): Promise<void> {
  await disconnectDatabase(sql, name)
  await sql`drop database if exists ${sql(name)} with (force)`
}
