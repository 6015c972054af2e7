import type { ValueOf } from '#schema/kernel/field.ts'
import type { tenantFields } from '#schema/entities/tenants/entity.ts'
import type { Statements } from '#server/db/connect/directory.ts'

type Settings = { readonly [Name in keyof typeof tenantFields]: ValueOf<(typeof tenantFields)[Name]> }

export interface Tenant extends Settings {
  readonly id: string
  readonly createdAt: string
  readonly hasOidcClientSecret: boolean
}

export async function findTenant(sql: Statements, id: string): Promise<Tenant> {
  const [found] = await sql<Tenant[]>`
    select id, name, base_currency as "baseCurrency", illustrative_growth::text as "illustrativeGrowth",
      allowed_domains as "allowedDomains", lease_days as "leaseDays",
      requires_second_factor as "requiresSecondFactor", oidc_issuer as "oidcIssuer", oidc_client_id as "oidcClientId",
      oidc_client_secret_encrypted is not null as "hasOidcClientSecret", created_at as "createdAt"
    from directory.tenants where id = ${id}`
  return found!
}
