// An administrator changes what holds for the whole firm.
import type { ValueOf } from '#schema/field.ts'
import type { tenantSecrets } from '#schema/tenants.ts'
import { govern } from '../auth/govern.ts'
import { releaseAllFromProvider } from '../auth/provider-identity.ts'
import type { Session } from '../auth/sessions.ts'
import { asPerson } from '../records/actor.ts'
import type { WriteDeps } from '../records/noun-rules.ts'
import { oidcSecretPlace } from '../secrets/places.ts'
import type { Seals } from '../secrets/seal.ts'
import { findTenant, type Tenant } from './find-tenant.ts'

interface Deps extends WriteDeps {
  readonly seals: Seals
}

type Settings = Partial<Omit<Tenant, 'id' | 'createdAt' | 'hasOidcClientSecret'>>
export interface TenantChanges extends Settings {
  readonly oidcClientSecret?: ValueOf<typeof tenantSecrets.oidcClientSecret>
}

export const changeTenant = (
  deps: Deps,
  session: Session,
  { oidcClientSecret, ...wanted }: TenantChanges,
  requireMatch: (now: Tenant) => void,
): Promise<Tenant> =>
  govern(deps, session, 'admin', async (sql, note) => {
    const { tenantId } = session.viewer
    const tenant = await findTenant(sql, tenantId)
    requireMatch(tenant)
    const names = (Object.keys(wanted) as (keyof Settings)[]).filter((name) => wanted[name] !== tenant[name])
    const changed = { ...tenant, ...wanted }
    // A secret is for the provider that it was given with: nobody leads it to another one.
    const isMoved = tenant.hasOidcClientSecret && changed.oidcIssuer !== tenant.oidcIssuer
    const secret = oidcClientSecret === undefined && isMoved ? null : oidcClientSecret
    if (!names.length && secret === undefined) return tenant
    await sql`
      update directory.tenants set name = ${changed.name}, base_currency = ${changed.baseCurrency},
        illustrative_growth = ${changed.illustrativeGrowth},
        allowed_domains = ${changed.allowedDomains}, lease_days = ${changed.leaseDays},
        requires_second_factor = ${changed.requiresSecondFactor}, oidc_issuer = ${changed.oidcIssuer},
        oidc_client_id = ${changed.oidcClientId}
      where id = ${tenantId}`
    // A provider may tell each client other subjects.
    if (changed.oidcIssuer !== tenant.oidcIssuer || changed.oidcClientId !== tenant.oidcClientId)
      await releaseAllFromProvider(sql, tenantId)
    if (secret !== undefined)
      await sql`
        update directory.tenants
        set oidc_client_secret_encrypted = ${secret === null ? null : deps.seals.seal(secret, oidcSecretPlace(tenantId))}
        where id = ${tenantId}`
    const only = (of: Settings) => Object.fromEntries(names.map((name) => [name, of[name]]))
    const details = {
      before: only(tenant),
      after: only(changed),
      ...(secret === undefined ? {} : { secrets: ['oidcClientSecret'] }),
    }
    await note(asPerson(session.viewer), { entity: 'tenants', verb: 'update', entityId: tenantId, details })
    return findTenant(sql, tenantId)
  })
