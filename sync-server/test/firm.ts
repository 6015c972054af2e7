import { v7 as uuidv7 } from 'uuid'
import type { Role } from '#schema/kernel/enumerations.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import { nextCheckpointHash } from '#server/db/checkpoint-hashes.ts'
import { hashOf } from '#server/records/hash-of.ts'
import { openTenant } from '#server/firms/create-firm.ts'
import { linkPerson } from '#server/entities/investors/link-person.ts'
import type { TestServer } from './server.ts'

export interface TestPerson {
  readonly userId: string
  readonly tenantId: string
  readonly role: Role
  readonly email: string
  readonly cookie: string
}

export type TestFirm = Awaited<ReturnType<typeof createFirm>>

export async function signUp(
  { database, sessions, clock }: TestServer,
  tenantId: string,
  role: Role,
  passwordHash: string | null = null,
): Promise<TestPerson> {
  const userId = uuidv7()
  const email = `${userId}@example.com`
  const at = clock.now().toISOString()
  await database.directory`insert into directory.users ${database.directory({
    id: userId,
    tenant_id: tenantId,
    email,
    role,
    preferred_language: null,
    password_hash: passwordHash,
    created_at: at,
    updated_at: at,
  })}`
  const secret = await sessions.begin({ id: userId, tenantId })
  return { userId, tenantId, role, email, cookie: `holdfast=${secret}` }
}

export async function createFirm(server: TestServer) {
  const { database, clock } = server
  const tenantId = await openTenant(database, clock.now())
  await database.directory`insert into directory.tenants (id, name, created_at)
    values (${tenantId}, ${`Firm ${tenantId}`}, ${clock.now().toISOString()})`
  const [admin, manager, investor] = await Promise.all([
    signUp(server, tenantId, 'ADMIN'),
    signUp(server, tenantId, 'PORTFOLIO_MANAGER'),
    signUp(server, tenantId, 'INVESTOR'),
  ])
  return { tenantId, admin, manager, investor }
}

const asViewer = ({ tenantId, userId, role }: TestPerson): Viewer => ({ tenantId, userId, role, investorIds: [] })

export const link = (server: TestServer, by: TestPerson, person: TestPerson, investorId: string): Promise<void> =>
  linkPerson.run(server, { kind: 'person', viewer: asViewer(by) }, investorId, { userId: person.userId })

export const chainOf = ({ database }: Pick<TestServer, 'database'>, tenantId: string) =>
  database.tenant(tenantId, (tx) =>
    tx.query<{ n: number; mark: string }>('select n, mark from marks where tenant_id = $1 order by n', [tenantId]),
  )

export async function marker({ database }: Pick<TestServer, 'database'>, tenantId: string) {
  const [row] = await database.tenant(tenantId, (tx) =>
    tx.query<{ key: string }>('select mark_key as key from tenant_numbers where tenant_id = $1', [tenantId]),
  )
  return (number: number, at: Date, value: unknown = '') =>
    nextCheckpointHash(row!.key, '', { number, at: at.getTime(), hash: hashOf(value) })
}

export async function numberOf({ database }: TestServer, tenantId: string): Promise<number> {
  const [row] = await database.tenant(tenantId, (tx) =>
    tx.query<{ n: number }>('select n from tenant_numbers where tenant_id = $1', [tenantId]),
  )
  return row!.n
}
