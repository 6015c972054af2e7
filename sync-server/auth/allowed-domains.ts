import type { Role } from '#schema/enumerations.ts'
import { isAllowedDomain } from '#schema/tenants.ts'
import type { Statements } from '../db/directory.ts'
import { VerbRefused } from '../records/verb-refused.ts'

/** Where a firm names domains, its staff must have an e-mail of one of them. Investors may have any e-mail. */
export async function requireAllowedDomain(
  sql: Statements,
  tenantId: string,
  { email, role }: { readonly email: string; readonly role: Role },
): Promise<void> {
  if (role === 'INVESTOR') return
  const [firm] = await sql<{ domains: string | null }[]>`
    select allowed_domains as domains from directory.tenants where id = ${tenantId}`
  const { domains } = firm!
  if (!isAllowedDomain(domains, email))
    throw new VerbRefused('VALIDATION', { email: { key: 'domain', params: { domains: domains ?? '' } } })
}
