import type { Role } from '#schema/kernel/enumerations.ts'
import { isAllowedDomain } from '#schema/entities/tenants/entity.ts'
import type { Statements } from '#server/db/connect/directory.ts'
import { VerbRefused } from '#server/records/verb-refused.ts'

interface Candidate {
  readonly email: string
  readonly role: Role
}

/** The domains in which the firm wants the e-mail to be; null when it may be as it is. */
async function domainsInstead(sql: Statements, tenantId: string, { email, role }: Candidate): Promise<string | null> {
  if (role === 'INVESTOR') return null
  const [firm] = await sql<{ domains: string | null }[]>`
    select allowed_domains as domains from directory.tenants where id = ${tenantId}`
  const { domains } = firm!
  return isAllowedDomain(domains, email) ? null : domains
}

/** Where a firm names domains, its staff must have an e-mail of one of them. Investors may have any e-mail. */
export async function requireAllowedDomain(sql: Statements, tenantId: string, wanted: Candidate): Promise<void> {
  const domains = await domainsInstead(sql, tenantId, wanted)
  if (domains !== null) throw new VerbRefused('VALIDATION', { email: { key: 'domain', params: { domains } } })
}

/** The same as a question: whoever was invited before the firm named its domains asks it again. */
export const hasAllowedDomain = async (sql: Statements, tenantId: string, wanted: Candidate): Promise<boolean> =>
  (await domainsInstead(sql, tenantId, wanted)) === null
