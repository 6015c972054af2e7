import type { Role } from '#schema/kernel/enumerations.ts'
import { isAllowedDomain } from '#schema/entities/tenants/entity.ts'
import type { Statements } from '#server/db/connect/directory.ts'
import { CodedError } from '#server/records/coded-error.ts'

interface Candidate {
  readonly email: string
  readonly role: Role
}

async function requiredDomains(sql: Statements, tenantId: string, { email, role }: Candidate): Promise<string | null> {
  if (role === 'INVESTOR') return null
  const [firm] = await sql<{ domains: string | null }[]>`
    select allowed_domains as domains from directory.tenants where id = ${tenantId}`
  const { domains } = firm!
  return isAllowedDomain(domains, email) ? null : domains
}

/** Firms may restrict staff, never investors, to e-mail domains. */
export async function requireAllowedDomain(sql: Statements, tenantId: string, candidate: Candidate): Promise<void> {
  const domains = await requiredDomains(sql, tenantId, candidate)
  if (domains !== null) throw new CodedError('VALIDATION', { email: { key: 'domain', params: { domains } } })
}

/** The firm may have set its domains after the invitation. */
export const hasAllowedDomain = async (sql: Statements, tenantId: string, candidate: Candidate): Promise<boolean> =>
  (await requiredDomains(sql, tenantId, candidate)) === null
