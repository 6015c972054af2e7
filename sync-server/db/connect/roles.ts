// None of these roles owns a table or bypasses row-level security. `upkeep` also removes expired rows and begins
// epochs; `directory` is for sign-ins and due jobs.
import { createHmac } from 'node:crypto'
import type { Sql } from 'postgres'

export const appRole = 'holdfast_app'
export const upkeepRole = 'holdfast_upkeep'
export const directoryRole = 'holdfast_directory'

/** Derived, so that no node stores it. */
function passwordOf(ownerUrl: string, role: string): string {
  const owner = new URL(ownerUrl)
  return createHmac('sha256', decodeURIComponent(owner.password) || ownerUrl)
    .update(role)
    .digest('hex')
}

export function roleUrl(ownerUrl: string, role: string): string {
  const url = new URL(ownerUrl)
  url.username = role
  url.password = passwordOf(ownerUrl, role)
  return url.href
}

/** Migrations change the rows of every firm, and check them against new keys. */
export async function requireOwnerRights(owner: Sql): Promise<void> {
  const [found] = await owner<{ name: string; bypasses: boolean }[]>`
    select rolname as name, rolbypassrls or rolsuper as bypasses from pg_roles where rolname = current_user`
  if (!found!.bypasses)
    throw new Error(
      `The owner of the database, ${found!.name}, must be able to bypass row level security: alter role ${found!.name} bypassrls`,
    )
}

/** Roles belong to the cluster, so a migration of one database cannot create them. */
export async function ensureRoles(owner: Sql, ownerUrl: string): Promise<void> {
  for (const role of [appRole, upkeepRole, directoryRole]) {
    const [existing] = await owner<{ bypasses: boolean; creates: boolean }[]>`
      select rolbypassrls or rolsuper as bypasses, rolcreatedb or rolcreaterole as creates
      from pg_roles where rolname = ${role}`
    if (existing?.bypasses)
      throw new Error(`The database role ${role} may bypass row level security. Take that right from it.`)
    // An owner without these rights may not mention them.
    const attributes = existing?.creates ? 'nocreatedb nocreaterole' : ''
    await owner.unsafe(
      `${existing ? 'alter' : 'create'} role ${role} login ${attributes} password '${passwordOf(ownerUrl, role)}'`,
    )
  }
}

/** A temporary table would keep rows that a role may no longer read. */
export async function forbidTemporaryTables(owner: Sql): Promise<void> {
  const [found] = await owner<{ name: string }[]>`select current_database() as name`
  await owner`revoke temporary on database ${owner(found!.name)} from public`
}
