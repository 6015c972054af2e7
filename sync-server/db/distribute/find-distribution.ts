import type { ISql } from 'postgres'
import { type ColumnRight, columnRights } from '#server/db/tables/isolation.ts'
import { type Found, type FoundKey, type FoundTable, type FoundWorkerRole, workerRoles } from './plan.ts'

export async function hasCitus(owner: ISql): Promise<boolean> {
  const found = await owner`select from pg_extension where extname = 'citus'`
  return found.length > 0
}

export async function findDistribution(owner: ISql): Promise<Found> {
  const [known] = await owner<Pick<Found, 'database' | 'settings' | 'isSuperuser'>[]>`
    select current_database() as database,
      (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser", coalesce((select setconfig from pg_db_role_setting
      where setrole = 0 and setdatabase = (select oid from pg_database where datname = current_database())), '{}') as settings`
  const workers = await owner<{ worker: string }[]>`
    select nodename || ':' || nodeport as worker from pg_dist_node
    where noderole = 'primary' and isactive and shouldhaveshards order by nodeid`
  const signIns = await owner<{ role: string; info: string }[]>`
    select rolename as role, authinfo as info from pg_dist_authinfo where nodeid = 0`
  return {
    ...known!,
    tables: await findTables(owner),
    keys: await findKeys(owner),
    granted: await findGranted(owner),
    workers: workers.map(({ worker }) => worker),
    workerRoles: await findWorkerRoles(owner),
    signIns: Object.fromEntries(signIns.map(({ role, info }) => [role, info])),
  }
}

async function findTables(owner: ISql): Promise<FoundTable[]> {
  const rows = await owner<
    (Omit<FoundTable, 'distributedBy' | 'group'> & { by: string | null; group: number; isKnown: boolean })[]
  >`
    select c.relname as name, d.logicalrelid is not null as "isKnown", d.colocationid as "group",
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as "hasTenant",
      case when d.partmethod = 'h' then column_to_column_name(c.oid, d.partkey) end as by,
      d.logicalrelid is not null and pg_relation_size(c.oid) > 0 as "hasHiddenRows"
    from pg_class c left join pg_dist_partition d on d.logicalrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from pg_depend p where p.objid = c.oid and p.deptype = 'e') order by c.relname`
  return rows.map(({ by, group, isKnown, ...table }) => (isKnown ? { ...table, distributedBy: by, group } : table))
}

const findKeys = (owner: ISql): Promise<FoundKey[]> => owner<FoundKey[]>`
  select t.relname as table, r.relname as to, k.conname as name, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_class r on r.oid = k.confrelid
  where k.contype = 'f' and k.conparentid = 0 and t.relnamespace = 'public'::regnamespace order by k.conname`

async function findWorkerRoles(owner: ISql): Promise<FoundWorkerRole[]> {
  const query = `select coalesce(json_agg(json_build_object('role', rolname, 'canBypass', rolsuper or rolbypassrls)), '[]')
    from pg_roles where rolname in (${workerRoles.map((role) => `'${role}'`).join(', ')})`
  const rows = await owner<{ worker: string; success: boolean; result: string }[]>`
    select nodename || ':' || nodeport as worker, success, result from run_command_on_workers(${query})`
  return rows.flatMap(({ worker, success, result }) => {
    if (!success) throw new Error(`${worker} does not answer: ${result}`)
    const roles = JSON.parse(result) as { role: string; canBypass: boolean }[]
    return roles.map((each) => ({ ...each, worker }))
  })
}

export async function findGranted(owner: ISql): Promise<ColumnRight[]> {
  const granted: ColumnRight[] = []
  for (const each of columnRights) {
    const { role, right, table, column } = each
    const [known] = await owner`select from pg_dist_partition where logicalrelid = to_regclass(${table})`
    if (!known) continue
    const query = `select has_column_privilege('${role}', '%s', '${column}', '${right}')`
    const rows = await owner<{ result: string }[]>`select result from run_command_on_shards(${table}, ${query})`
    if (rows.every(({ result }) => result === 't')) granted.push(each)
  }
  return granted
}
