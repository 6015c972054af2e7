import { withSql } from '#server/db/postgres/open-sql.ts'
import { appRole, directoryRole, roleUrl, upkeepRole } from '#server/db/connect/roles.ts'
import { type Check, type Finding, ok, problem } from '../check.ts'

const roles = [appRole, upkeepRole, directoryRole]

interface Role {
  readonly name: string
  /** A superuser, BYPASSRLS role or the owner that this role is or belongs to. */
  readonly bypassRole: string | null
}

export const checkDatabaseRoles: Check = {
  name: 'database roles',
  needsDatabase: true,
  async run({ sql, ownerUrl }) {
    const found = await sql<Role[]>`
      select r.rolname as name, (
        select min(other.rolname) from pg_roles other
        where (other.rolsuper or other.rolbypassrls or other.rolname = current_user)
          and (r.rolsuper or pg_has_role(r.oid, other.oid, 'member'))) as "bypassRole"
      from pg_roles r where r.rolname = any(${roles})`
    const missing = roles.filter((name) => !found.some((role) => role.name === name))
    if (missing.length)
      return problem(`These roles do not exist yet: ${missing.join(', ')}. Start the server once; it creates them.`)
    const bypassing = found.filter((role) => role.bypassRole)
    const unprotected = await sql<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
      order by 1`
    const findings: Finding[] = [
      ...bypassing.map(({ name, bypassRole: by }) =>
        problem(
          name === by
            ? `The role ${name} can bypass row level security, which isolates firms. Run: alter role ${name} nosuperuser nobypassrls`
            : `The role ${name} is a member of ${by}, which can bypass row level security. Run: revoke ${by} from ${name}`,
        ),
      ),
      ...unprotected.map(({ name }) =>
        problem(
          `Row level security is not enabled and forced on table ${name}. Run: alter table ${name} enable row level security, force row level security`,
        ),
      ),
    ]
    if (findings.length) return findings
    const connectionProblems: Finding[] = []
    for (const role of roles)
      await withSql(roleUrl(ownerUrl, role), (as) => as`select 1`).catch((error: Error) => {
        connectionProblems.push(
          problem(
            `The role ${role} cannot connect (${error.message}). Allow it in pg_hba.conf, and start the server again if the owner’s password was changed.`,
          ),
        )
      })
    return connectionProblems.length
      ? connectionProblems
      : ok('The three roles exist and can connect; none bypasses row level security.')
  },
}
