// Each history's own firm: signed-in people, and mostly a few rows.
import { randomUUID } from 'node:crypto'
import { openTenant } from '#server/firms/create-firm.ts'
import { linkPerson } from '#server/entities/investors/link-person.ts'
import { rules } from '#server/rules.ts'
import type { Role } from '#schema/kernel/enumerations.ts'
import type { Identity } from '#web/store/base/contract.ts'
import type { Backend } from './backend.ts'
import { type Dice, uuidFrom } from '../dice.ts'

export interface Person {
  readonly identity: Identity
  /** As the server knows it. */
  role: Role
  isActive: boolean
  readonly cookie: string
}

export interface Firm {
  readonly tenantId: string
  readonly marker: string
  readonly staff: readonly [Person, Person]
  readonly investor: Person
  /** The next canary: a unique word that identifies one row in all traffic. */
  readonly canary: () => string
}

export async function openFirm(backend: Backend, dice: Dice, isEmpty: boolean): Promise<Firm> {
  const tenantId = await openTenant(backend.database, new Date(backend.now()))
  const marker = tenantId.slice(-12)
  const at = new Date(backend.now()).toISOString()
  await backend.sql`insert into directory.tenants (id, name, created_at) values (${tenantId}, ${`Firm ${marker}`}, ${at})`
  const people = await Promise.all([
    addPerson(backend, tenantId, marker, 'ADMIN', at),
    addPerson(backend, tenantId, marker, 'PORTFOLIO_MANAGER', at),
    addPerson(backend, tenantId, marker, 'INVESTOR', at),
  ])
  let canaries = 0
  const firm: Firm = {
    tenantId,
    marker: marker,
    staff: [people[0], people[1]],
    investor: people[2],
    canary: () => `canary${marker}x${++canaries}y`,
  }
  if (!isEmpty) await addRows(backend, firm, dice)
  return firm
}

async function addPerson(
  { sql, sessions }: Backend,
  tenantId: string,
  marker: string,
  role: Role,
  at: string,
): Promise<Person> {
  const id = randomUUID()
  const email = `${role.toLowerCase()}-${marker}@firm.test`
  await sql`insert into directory.users (id, tenant_id, email, role, created_at, updated_at) values (${id}, ${tenantId}, ${email}, ${role}, ${at}, ${at})`
  const cookie = `holdfast=${await sessions.begin({ id, tenantId })}`
  const identity = {
    id,
    tenantId,
    tenantName: marker,
    email,
    firstName: null,
    lastName: null,
    role,
    profileImageUrl: null,
  }
  return { identity, role, isActive: true, cookie }
}

/** Two projects, one hidden, and two investors with a stake in each. */
async function addRows(backend: Backend, firm: Firm, dice: Dice): Promise<void> {
  const [shown, hidden, ours, theirs] = [0, 1, 2, 3].map(() => uuidFrom(dice)) as [string, string, string, string]
  const create = (entity: string, id: string, fields: Record<string, unknown>) => ({
    id: uuidFrom(dice),
    at: new Date(backend.now()).toISOString(),
    ops: [{ op: 'create', entity, id, fields }],
  })
  const project = (id: string, isVisibleToInvestors: boolean) =>
    create('projects', id, { name: firm.canary(), type: 'REAL_ESTATE', isVisibleToInvestors })
  const investor = (id: string) =>
    create('investors', id, { firstName: firm.canary(), email: `${firm.canary()}@invest.test` })
  const stake = (projectId: string, investorId: string, amount: string) =>
    create('investments', uuidFrom(dice), { projectId, investorId, amount, investmentDate: '2026-01-31' })
  const changes = [
    project(shown, true),
    project(hidden, false),
    investor(ours),
    investor(theirs),
    stake(shown, ours, '1000.00'),
    stake(hidden, theirs, '250.50'),
    create('documents', uuidFrom(dice), { name: firm.canary(), projectId: hidden }),
    create('valuations', uuidFrom(dice), { projectId: shown, nav: '900.00', valuationDate: '2026-02-01' }),
  ]
  const [admin] = firm.staff
  const response = await backend.app.request('/api/sync/changes', {
    method: 'POST',
    headers: { cookie: admin.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ client: uuidFrom(dice), changes }),
  })
  if (response.status !== 200) throw new Error(`The firm could not be set up: ${await response.text()}`)
  await linkInvestor(backend, firm, ours)
  // FOLD7: so old that tomorrow it is no longer recent.
  await backend.sql`update activities set at = at - interval '89.5 days' where tenant_id = ${firm.tenantId}`
}

export async function linkInvestor(backend: Backend, { staff, investor }: Firm, investorId: string): Promise<void> {
  const { id: userId, tenantId, role } = staff[0].identity
  const { database, hints, backgroundTasks, auditKeys } = backend
  const deps = { database, hints, backgroundTasks, auditKeys, now: () => new Date(backend.now()), rules }
  const viewer = { tenantId, userId, role, investorIds: [] }
  await linkPerson.run(deps, { kind: 'person', viewer }, investorId, { userId: investor.identity.id })
}
