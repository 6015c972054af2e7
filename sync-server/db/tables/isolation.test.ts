import type { ISql, Sql } from 'postgres'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#server/test/database.ts'
import { isolationSql, tenantTables } from './isolation.ts'
import { migrate } from '#server/db/migrate.ts'
import { openSql } from '#server/db/postgres/open-sql.ts'
import { appRole, directoryRole, roleUrl, upkeepRole } from '#server/db/connect/roles.ts'

const { ownerUrl, drop } = await createTestDatabase()
await migrate(ownerUrl)
const owner = openSql(ownerUrl)
const app = openSql(roleUrl(ownerUrl, appRole))
const upkeep = openSql(roleUrl(ownerUrl, upkeepRole))
const directory = openSql(roleUrl(ownerUrl, directoryRole))
const [here, there] = [uuidv7(), uuidv7()]

const asTenant = <T>(tenantId: string, run: (sql: ISql) => Promise<T>, role = app) =>
  role.begin(async (sql) => {
    await sql.unsafe(`set local app.tenant_id = '${tenantId}'`)
    return run(sql)
  }) as Promise<T>

const withTenant = await owner<{ schema: string; table: string }[]>`
  select n.nspname as schema, c.relname as table from pg_attribute a
  join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where a.attname = 'tenant_id' and c.relkind in ('r', 'p') and n.nspname not like 'pg\\_%' order by 1, 2`
const ofTenants = withTenant.filter(({ schema }) => schema === 'public').map(({ table }) => table)

beforeAll(async () => {
  for (const tenantId of [here, there]) {
    await asTenant(
      tenantId,
      (sql) => sql`insert into tenant_numbers (tenant_id, n, audit_hash) values (${tenantId}, 0, '')`,
    )
    await asTenant(
      tenantId,
      (sql) => sql`insert into projects (tenant_id, id, n, created_at, updated_at, name, type)
        values (${tenantId}, ${uuidv7()}, 1, now(), now(), 'Harbour', 'COMMERCIAL')`,
    )
  }
})
afterAll(async () => {
  await Promise.all([owner.end(), app.end(), upkeep.end(), directory.end()])
  await drop()
})

describe('tables with a tenant', () => {
  it('are known, every one of them', () => {
    expect(ofTenants).toEqual(tenantTables.toSorted())
    expect(ofTenants.length).toBeGreaterThan(20)
  })

  it('have row security enabled and forced, the policy of the tenant, and a primary key that begins with it', async () => {
    const found = await owner`
      select c.relname as table, c.relrowsecurity and c.relforcerowsecurity as forced,
        (select array_agg(p.polname::text || ' ' || p.polcmd::text || ' ' || concat(pg_get_expr(p.polqual, c.oid), ' ', pg_get_expr(p.polwithcheck, c.oid)) order by p.polname)
          from pg_policy p where p.polrelid = c.oid) as policies,
        (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
          where i.indrelid = c.oid and i.indisprimary) as first,
        (select count(*)::int from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
          where i.indrelid = c.oid and i.indisunique and a.attname <> 'tenant_id') as wide
      from pg_class c where c.oid = any(${ofTenants}::text[]::regclass[]) order by 1`
    const rule = "(tenant_id = (current_setting('app.tenant_id'::text))::uuid)"
    for (const row of found) {
      expect(row).toEqual({
        table: row['table'],
        forced: true,
        policies: [`of_tenant * ${rule} ${rule}`, ...(row['table'] === 'jobs' ? ['read_by_directory r true '] : [])],
        first: 'tenant_id',
        wide: 0,
      })
    }
    expect(found).toHaveLength(ofTenants.length)
  })

  it('refer to rows of the same tenant only, by the keys that their entities declare', async () => {
    const keys = await owner<{ key: string }[]>`
      select format('alter table %s add constraint %s %s', o.conrelid::regclass, o.conname, pg_get_constraintdef(o.oid)) as key
      from pg_constraint o where o.contype = 'f' and o.connamespace = 'public'::regnamespace`
    const wanted = isolationSql().filter((each) => each.includes('foreign key'))
    const normalized = (key: string) => key.toLowerCase().replace(/references (\w+)\(/, 'references $1 (')
    expect(keys.map(({ key }) => normalized(key)).toSorted()).toEqual(wanted.toSorted())
    expect(wanted.length).toBeGreaterThan(15)
    for (const key of wanted) expect(key).toMatch(/foreign key \(tenant_id, \w+\) references \w+ \(tenant_id, id\)/)
  })

  it('have no triggers, sequences or defaults that run on their own', async () => {
    const [found] = await owner`select
      (select count(*)::int from pg_trigger where not tgisinternal
        and not exists (select from pg_depend where objid = tgfoid and deptype = 'e')) as triggers,
      (select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'S' and n.nspname in ('public', 'directory')) as sequences`
    expect(found).toEqual({ triggers: 0, sequences: 0 })
  })
})

describe('the role of the app', () => {
  it.each(ofTenants)('without a tenant gets an error from %s, not rows', async (table) => {
    await expect(app.unsafe(`select * from ${table}`)).rejects.toThrow(
      /app\.tenant_id|invalid input syntax for type uuid/,
    )
    await asTenant(here, (sql) => sql.unsafe(`select * from ${table}`))
    await expect(app.unsafe(`select * from ${table}`)).rejects.toThrow(
      /app\.tenant_id|invalid input syntax for type uuid/,
    )
  })

  it('writes for one tenant only', async () => {
    await expect(
      asTenant(
        here,
        (sql) => sql`insert into projects (tenant_id, id, n, created_at, updated_at, name, type)
        values (${there}, ${uuidv7()}, 1, now(), now(), 'Mine', 'COMMERCIAL')`,
      ),
    ).rejects.toThrow(/row-level security/)
    await expect(asTenant(here, (sql) => sql`update projects set tenant_id = ${there}`)).rejects.toThrow(
      /row-level security|modifying the partition value/,
    )
  })

  it.each(ofTenants)('deletes nothing from %s, for good or otherwise', async (table) => {
    await expect(asTenant(here, (sql) => sql.unsafe(`delete from ${table}`))).rejects.toThrow(/permission denied/)
    await expect(asTenant(here, (sql) => sql.unsafe(`truncate ${table}`))).rejects.toThrow(/permission denied/)
  })
})

describe('unique values', () => {
  const change = (table: string, column: string, role: Sql) =>
    asTenant(here, (sql) => sql.unsafe(`update ${table} set ${column} = ${column}`), role)

  it.each([
    ['audit_logs', 'details'],
    ['audit_logs', 'hash'],
    ['audit_events', 'details'],
    ['marks', 'mark'],
    ['exits', 'left_at'],
    ['verdicts', 'result'],
    ['epochs', 'began'],
  ])('%s: the app’s role does not change its %s', async (table, column) => {
    await expect(change(table, column, app)).rejects.toThrow(/permission denied/)
    await expect(
      asTenant(here, (sql) => sql.unsafe(`select * from ${table} where tenant_id = '${here}' for update`)),
    ).rejects.toThrow(/permission denied/)
  })

  it('epochs: the app’s role begins none', async () => {
    const begin = (role: Sql) =>
      asTenant(
        here,
        (sql) => sql`insert into epochs (tenant_id, ordinal, id, began, created_at)
          values (${here}, 1, ${uuidv7()}, 0, now())`,
        role,
      )
    await expect(begin(app)).rejects.toThrow(/permission denied/)
    await begin(upkeep)
  })

  it('the upkeep role may empty purged columns and delete verdicts, stored responses and uploads, and nothing else', async () => {
    for (const [table, column] of [
      ['audit_logs', 'details'],
      ['verdicts', 'result'],
    ] as const)
      await change(table, column, upkeep)
    for (const table of ['verdicts', 'answers'])
      await asTenant(here, (sql) => sql.unsafe(`delete from ${table}`), upkeep)
    for (const [table, column] of [
      ['audit_logs', 'hash'],
      ['audit_logs', '"timestamp"'],
      ['audit_events', 'details'],
      ['marks', 'mark'],
      ['verdicts', 'hash'],
      ['exits', 'left_at'],
    ] as const)
      await expect(change(table, column, upkeep)).rejects.toThrow(/permission denied/)
    for (const table of ofTenants.filter((each) => !['verdicts', 'answers', 'files', 'held_files'].includes(each)))
      await expect(asTenant(here, (sql) => sql.unsafe(`delete from ${table}`), upkeep)).rejects.toThrow(
        /permission denied/,
      )
    expect(await asTenant(there, (sql) => sql`select * from projects where tenant_id = ${here}`, upkeep)).toEqual([])
  })
})

describe('the role of the directory', () => {
  it.each(['tenants', 'users'])('deletes none of the %s', async (table) => {
    await expect(directory.unsafe(`delete from directory.${table}`)).rejects.toThrow(/permission denied/)
    await expect(directory.unsafe(`truncate directory.${table}`)).rejects.toThrow(/permission denied/)
  })

  it.each(['create temporary table own (id int)', 'create table own (id int)'])('may not: %s', async (statement) => {
    for (const role of [app, directory, upkeep])
      await expect(role.unsafe(statement)).rejects.toThrow(/permission denied/)
  })

  it.each(ofTenants)('does not see %s', async (table) => {
    await directory`select set_config('app.tenant_id', ${here}, false)`
    await expect(directory.unsafe(`select * from ${table}`)).rejects.toThrow(/permission denied/)
  })

  it('sees who signs in', async () => {
    expect(await directory`select * from directory.users`).toHaveLength(0)
  })
})

describe('the roles', () => {
  it('own nothing, are members of no other role and cannot bypass row security', async () => {
    const roles = await owner`
      select r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolcreatedb or r.rolreplication as loose,
        (select count(*)::int from pg_auth_members m where m.member = r.oid) as heir,
        (select count(*)::int from pg_class c where c.relowner = r.oid) as owns
      from pg_roles r where r.rolname in (${appRole}, ${upkeepRole}, ${directoryRole})`
    expect(roles.map((row) => ({ ...row }))).toEqual(Array(3).fill({ loose: false, heir: 0, owns: 0 }))
  })

  it('have the rights of the table definitions, and no others', async () => {
    const found = await owner<{ grant: string }[]>`
      select format('grant %s on %s to %s', lower(string_agg(privilege_type, ', ' order by array_position(
        array['SELECT', 'INSERT', 'UPDATE', 'DELETE'], privilege_type::text))),
        case table_schema when 'public' then table_name else table_schema || '.' || table_name end, grantee) as grant
      from information_schema.role_table_grants where grantee in (${appRole}, ${upkeepRole}, ${directoryRole})
      group by table_schema, table_name, grantee`
    const wanted = isolationSql().filter((each) => /^grant select[ ,][^(]/.test(each))
    expect(found.map(({ grant }) => grant).toSorted()).toEqual(wanted.toSorted())
  })

  it('have the same rights on single columns', async () => {
    const found = await owner<{ grant: string }[]>`
      select format('grant %s (%s) on %s to %s', lower(g.privilege_type), a.attname, a.attrelid::regclass, g.grantee::regrole) as grant
      from pg_attribute a, aclexplode(a.attacl) g where a.attacl is not null
        and g.grantee in (select oid from pg_roles where rolname in (${appRole}, ${upkeepRole}, ${directoryRole}))`
    expect(found.map(({ grant }) => grant).toSorted()).toEqual(
      isolationSql()
        .filter((each) => /^grant \w+ \(/.test(each))
        .toSorted(),
    )
    expect(found).toHaveLength(6)
  })
})
