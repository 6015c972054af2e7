// A second run completes an interrupted one.
import { randomBytes } from 'node:crypto'
import { type Entity, snakeCase } from '#schema/kernel/entity.ts'
import { registry } from '#schema/registry.ts'
import { isUuid } from '#schema/sync/protocol.ts'
import { endPushSubscriptions } from '#server/auth/end-push-subscriptions.ts'
import type { Statements } from '#server/db/connect/directory.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { eraseRows, type PersonRecord } from '#server/records/write/erase-rows.ts'
import { erasedValue, fieldsOfRule } from '#server/records/rows/personal-fields.ts'
import type { Seals } from '#server/secrets/seal.ts'

interface Deps extends WriteDeps {
  readonly seals: Seals
}

export interface FoundPerson {
  readonly people: readonly PersonRecord[]
  readonly contacts: readonly string[]
}

export interface ErasedPerson {
  readonly rows: number
  readonly entries: number
}

const { users, userInvitations, sessions, investors, referrals } = registry

/** Every record of the firm with this id or with the same e-mail, and those that an earlier erasure lists. */
export async function findPerson(
  { database }: Pick<Deps, 'database'>,
  tenantId: string,
  idOrEmail: string,
): Promise<FoundPerson> {
  const accounts = await database.directory<{ entity: PersonRecord['entity']; id: string; email: string }[]>`
    select 'users' as entity, id, email from directory.users where tenant_id = ${tenantId}
    union all select 'userInvitations', id, email from directory.user_invitations where tenant_id = ${tenantId}`
  const [rows, earlier] = await database.tenant(tenantId, async (tx) => [
    await tx.query<{ entity: PersonRecord['entity']; id: string; email: string | null; phone: string | null }>(
      [investors, referrals]
        .map(({ name, table }) => `select '${name}' as entity, id, email, phone from ${table} where tenant_id = $1`)
        .join(' union all '),
      [tenantId],
    ),
    await tx.query<{ people: [PersonRecord['entity'], string][] }>(
      `select details -> 'people' as people from audit_logs where tenant_id = $1 and action like '%.erase'
  and exists (select from jsonb_array_elements(details -> 'people') as p(person) where p.person ->> 1 = $2)`,
      [tenantId, idOrEmail],
    ),
  ])
  const all = [...accounts.map((each) => ({ ...each, phone: null })), ...rows]
  const named = new Set([idOrEmail, ...earlier.flatMap(({ people }) => people.map(([, id]) => id))])
  const emailOf = ({ email }: { readonly email: string | null }) => email?.toLowerCase() ?? ''
  const emails = new Set(
    isUuid(idOrEmail) ? all.filter(({ id }) => named.has(id)).map(emailOf) : [idOrEmail.toLowerCase()],
  )
  emails.delete('')
  const found = all.filter((each) => named.has(each.id) || emails.has(emailOf(each)))
  const contacts = found.flatMap(({ email, phone }) => [email, phone].flatMap((each) => each?.toLowerCase() ?? []))
  return {
    people: found.map(({ entity, id }) => ({ entity, id })),
    contacts: [...new Set(contacts)].filter((each) => each !== '' && !each.endsWith('@erased.invalid')),
  }
}

export async function erasePerson(
  deps: Deps,
  tenantId: string,
  { people, contacts }: FoundPerson,
): Promise<ErasedPerson> {
  const { database, seals } = deps
  const [pending] = await database.directory`select 1 from directory.acts where tenant_id = ${tenantId} limit 1`
  if (pending) throw new Error('Some audit entries are still to be written. Run this again in a minute.')
  const sealEmpty = ({ table }: Entity, id: string, field: string) =>
    seals.seal('', { tenantId, table, id, column: snakeCase(field) })
  const erased = await eraseRows(deps, { kind: 'system', tenantId }, { people, contacts, sealEmpty })
  const at = deps.now().toISOString()
  await database.directory.begin((sql) => eraseAccounts(sql, people, at))
  await endPushSubscriptions(deps, tenantId)
  return erased
}

async function eraseAccounts(sql: Statements, people: readonly PersonRecord[], at: string): Promise<void> {
  for (const { entity, id } of people) await accountErasers[entity]?.(sql, id, at)
}

type EraseAccount = (sql: Statements, id: string, at: string) => Promise<unknown>

const accountErasers: Partial<Record<PersonRecord['entity'], EraseAccount>> = {
  async users(sql, id, at) {
    const values = { ...erased(users, id), is_active: false, updated_at: at }
    await sql`update directory.users set ${sql(values)} where id = ${id}`
    await sql`
      update directory.sessions set ended_as = 'deactivated', ended_at = ${at} where user_id = ${id} and ended_as is null`
    await sql`update directory.sessions set ${sql(erased(sessions, id))} where user_id = ${id}`
  },
  async userInvitations(sql, id, at) {
    const values = { ...erased(userInvitations, id), token: randomBytes(32).toString('hex'), updated_at: at }
    await sql`update directory.user_invitations set ${sql(values)} where id = ${id}`
    await sql`update directory.user_invitations set status = 'REVOKED' where id = ${id} and status = 'PENDING'`
  },
}

const erased = (entity: Entity, id: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    entity.personal
      .flatMap((rule) => fieldsOfRule(entity, rule))
      .map((name) => [snakeCase(name), erasedValue(entity.fields[name]!, id)]),
  )
