import { v7 as uuidv7 } from 'uuid'
import type { Role } from '#schema/enumerations.ts'
import { hashPassword } from '../auth/passwords.ts'
import type { Database } from '../db/database.ts'
import { firstAuditHash } from '../desk/audit.ts'

/** A new firm with nothing in it; its counter begins at 0. */
export async function createFirm(database: Database, name: string, now: Date): Promise<string> {
  const id = uuidv7()
  await database.directory`insert into directory.tenants (id, name, created_at) values (${id}, ${name}, ${now.toISOString()})`
  await database.tenant(id, (tx) =>
    tx.query('insert into tenant_numbers (tenant_id, n, audit_hash) values ($1, 0, $2)', [id, firstAuditHash]),
  )
  return id
}

export interface NewUser {
  readonly tenantId: string
  readonly email: string
  readonly role: Role
  readonly firstName: string
  readonly lastName: string
  readonly password: string
}

/** A person who may sign in; the e-mail is kept in lower case and unique across firms. */
export async function createUser(database: Database, user: NewUser, now: Date): Promise<string> {
  const id = uuidv7()
  const at = now.toISOString()
  await database.directory`
    insert into directory.users (id, tenant_id, email, first_name, last_name, role, password_hash, created_at, updated_at)
    values (${id}, ${user.tenantId}, ${user.email.toLowerCase()}, ${user.firstName}, ${user.lastName}, ${user.role}, ${await hashPassword(user.password)}, ${at}, ${at})`
  return id
}

export async function findFirm(database: Database, name: string): Promise<string | undefined> {
  const [row] = await database.directory<{ id: string }[]>`select id from directory.tenants where name = ${name}`
  return row?.id
}
