// A plan of a distributed database is empty, so the command can be repeated, after an upgrade too.
import { appRole, directoryRole, roleUrl, upkeepRole } from '#server/db/connect/roles.ts'
import type { ColumnRight } from '#server/db/tables/isolation.ts'

/** Each firm's rows of all tables are on the machine that has its row here. */
export const firstTable = 'tenant_numbers'

/** Without it the policies on the workers do not learn the firm and refuse every row. */
export const tenantSetting = 'citus.propagate_set_commands=local'

/** Citus copies them with their rights. */
export const workerRoles: readonly string[] = [appRole, upkeepRole, directoryRole]

export interface FoundTable {
  readonly name: string
  readonly hasTenant: boolean
  /** A column, or null for a reference table; missing while the table is local. */
  readonly distributedBy?: string | null
  /** Tables of one group keep a firm's rows together. */
  readonly group?: number
  /** Citus leaves the rows in the local table and hides them. */
  readonly hasHiddenRows: boolean
}

export interface FoundKey {
  readonly table: string
  readonly to: string
  readonly name: string
  readonly definition: string
}

export interface FoundWorkerRole {
  readonly role: string
  readonly worker: string
  readonly canBypass: boolean
}

export interface Found {
  readonly tables: readonly FoundTable[]
  readonly keys: readonly FoundKey[]
  readonly database: string
  readonly isSuperuser: boolean
  readonly settings: readonly string[]
  readonly workers: readonly string[]
  readonly workerRoles: readonly FoundWorkerRole[]
  /** Rights on single columns that all shards give. */
  readonly granted: readonly ColumnRight[]
  /** Roles with this password in pg_dist_authinfo. */
  readonly signIns: Readonly<Record<string, string>>
}

export interface WantedTables {
  readonly tenantTables: readonly string[]
  readonly commonTables: readonly string[]
  readonly keys: Readonly<Record<string, string>>
  readonly columnRights: readonly ColumnRight[]
}

export interface Step {
  readonly summary: string
  /** May contain a password: never printed. */
  readonly statement: string
  /** On connections of its own, which do not see an open transaction. */
  readonly isAfterCommit?: boolean
}

export class NotDistributable extends Error {}

const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`
const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

export function planDistribution(found: Found, wanted: WantedTables, ownerUrl: string): readonly Step[] {
  refuse(found, wanted)
  const isLocal = ({ distributedBy }: FoundTable) => distributedBy === undefined
  const moving = found.tables.filter(isLocal)
  const movingNames = new Set(moving.map(({ name }) => name))
  const inOrder = moving.toSorted((a, b) => Number(b.name === firstTable) - Number(a.name === firstTable))
  const blockingKeys = found.keys.filter(({ table, to }) => movingNames.has(table) || movingNames.has(to))
  const foundNames = new Set(found.keys.map(({ name }) => name))
  const missing = Object.entries(wanted.keys).filter(([name]) => !foundNames.has(name))
  const leavesRows = found.tables.filter((table) => isLocal(table) || table.hasHiddenRows)
  return [
    ...blockingKeys.map(dropKey),
    ...inOrder.map(distributeTable),
    ...leavesRows.map(removeHiddenRows),
    ...blockingKeys.map(restoreKey),
    ...missing.map(([name, statement]) => ({ summary: `add the missing foreign key ${name}`, statement })),
    ...workerRoles.flatMap((role) => storeSignIn(found, role, ownerUrl)),
    ...(found.settings.includes(tenantSetting) ? [] : [configure(found)]),
    ...wanted.columnRights.filter((each) => !found.granted.includes(each)).map(grant),
  ]
}

function refuse(found: Found, { tenantTables, commonTables }: WantedTables): void {
  if (!found.isSuperuser)
    throw new NotDistributable(
      'The owner of the database must be a superuser to store how roles sign in to the workers.',
    )
  const loose = found.workerRoles.find(({ canBypass }) => canBypass)
  if (loose)
    throw new NotDistributable(
      `On ${loose.worker} the role ${loose.role} may bypass row level security. Take that right from it.`,
    )
  if (found.workers.length === 0)
    throw new NotDistributable('Citus knows no machine for rows. Add workers with citus_add_node.')
  const names = new Set(found.tables.map(({ name }) => name))
  const absent = [...tenantTables, ...commonTables].filter((name) => !names.has(name))
  if (absent.length) throw new NotDistributable(`The database lacks the tables ${absent.join(', ')}`)
  const group = found.tables.find(({ name }) => name === firstTable)?.group
  for (const { name, hasTenant, distributedBy, group: other } of found.tables) {
    if (distributedBy === undefined) continue
    const isRight = hasTenant ? distributedBy === 'tenant_id' && other === group : distributedBy === null
    if (!isRight)
      throw new NotDistributable(
        `${name} is distributed already, but not as this version needs it. Undistribute it with undistribute_table('${name}').`,
      )
  }
}

const passwordFor = (ownerUrl: string, role: string): string => new URL(roleUrl(ownerUrl, role)).password

const dropKey = ({ table, name }: FoundKey): Step => ({
  summary: `drop the foreign key ${name} for now`,
  statement: `alter table ${quoteName(table)} drop constraint ${quoteName(name)}`,
})

const restoreKey = ({ table, name, definition }: FoundKey): Step => ({
  summary: `add the foreign key ${name} again`,
  statement: `alter table ${quoteName(table)} add constraint ${quoteName(name)} ${definition}`,
})

export function distributeTable({ name, hasTenant }: FoundTable): Step {
  if (!hasTenant)
    return {
      summary: `copy ${name} to every worker`,
      statement: `select create_reference_table(${quoteText(quoteName(name))})`,
    }
  const group = name === firstTable ? 'none' : firstTable
  return {
    summary: `distribute ${name} by tenant_id`,
    statement: `select create_distributed_table(${quoteText(quoteName(name))}, 'tenant_id', colocate_with => '${group}')`,
  }
}

const removeHiddenRows = ({ name }: FoundTable): Step => ({
  summary: `remove what ${name} still has on the coordinator`,
  statement: `select truncate_local_data_after_distributing_table(${quoteText(quoteName(name))})`,
})

/** With this the coordinator signs in to the workers. Only superusers can read it. */
function storeSignIn({ signIns }: Found, role: string, ownerUrl: string): Step[] {
  const wanted = `password=${passwordFor(ownerUrl, role)}`
  if (signIns[role] === wanted) return []
  return [
    {
      summary: `store how ${role} signs in to the workers`,
      statement: `insert into pg_dist_authinfo (nodeid, rolename, authinfo) values (0, '${role}', '${wanted}')
on conflict (rolename, nodeid) do update set authinfo = excluded.authinfo`,
    },
  ]
}

const configure = ({ database }: Found): Step => ({
  summary: 'send the firm of each transaction to the workers',
  statement: `alter database ${quoteName(database)} set ${tenantSetting.replace('=', " = '")}'`,
})

/** Citus copies only rights on whole tables, to moved shards too. */
const grant = (right: ColumnRight): Step => ({
  summary: `grant ${right.right} of ${right.column} in the shards of ${right.table} to ${right.role}`,
  statement: grantOnShards(right),
  isAfterCommit: true,
})

export const grantOnShards = ({ role, right, table, column }: ColumnRight): string =>
  `select result from run_command_on_shards('${table}', 'grant ${right} (${column}) on %s to ${role}')`
