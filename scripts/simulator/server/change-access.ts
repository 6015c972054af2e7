import { beginScopes } from '#server/firms/begin-scopes.ts'
import { unlinkPerson } from '#server/entities/investors/unlink-person.ts'
import { asPerson } from '#server/records/actor.ts'
import { rules } from '#server/rules.ts'
import type { Role } from '#schema/kernel/enumerations.ts'
import type { Backend } from './backend.ts'
import { type Dice, uuidFrom } from '../dice.ts'
import type { Firm, Person } from './firm.ts'

export async function unlinkInvestor(backend: Backend, firm: Firm, dice: Dice): Promise<string | undefined> {
  const { id: userId, tenantId } = firm.investor.identity
  const links = await backend.sql<{ id: string; investorId: string }[]>`
    select id, investor_id as "investorId" from investor_users
    where tenant_id = ${tenantId} and user_id = ${userId} and deleted_at is null order by n, id`
  if (!links.length) return undefined
  const link = dice.pick(links)
  const [admin] = firm.staff
  const viewer = { tenantId, userId: admin.identity.id, role: 'ADMIN' as const, investorIds: [] }
  const { database, hints, backgroundTasks, auditKeys } = backend
  const deps = { database, hints, backgroundTasks, auditKeys, now: () => new Date(backend.now()), rules }
  await unlinkPerson.run(deps, asPerson(viewer), link.investorId, { userId }, uuidFrom(dice))
  return link.investorId
}

export async function giveRole(backend: Backend, person: Person, role: Role): Promise<void> {
  const { id, tenantId } = person.identity
  await backend.sql`update directory.users set role = ${role} where id = ${id}`
  person.role = role
  await beginScopes(backend.database, tenantId, [id])
}

export async function setActive(backend: Backend, person: Person, isActive: boolean): Promise<void> {
  await backend.sql`update directory.users set is_active = ${isActive} where id = ${person.identity.id}`
  person.isActive = isActive
}
