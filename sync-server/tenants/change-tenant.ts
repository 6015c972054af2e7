// An administrator changes what holds for the whole firm.
import type { ValueOf } from '#schema/field.ts'
import type { tenantSecrets } from '#schema/tenants.ts'
import { part, type Statements } from '../db/directory.ts'
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
): Promise<{ readonly tenant: Tenant; readonly endedSessions: readonly string[] }> =>
  govern(deps, session, 'admin', async (sql, note) => {
    const { tenantId } = session.viewer
    const tenant = await findTenant(sql, tenantId)
    requireMatch(tenant)
    const names = (Object.keys(wanted) as (keyof Settings)[]).filter((name) => wanted[name] !== tenant[name])
    const changed = { ...tenant, ...wanted }
    // A secret is for the provider that it was given with: nobody leads it to another one.
    const isMoved = tenant.hasOidcClientSecret && changed.oidcIssuer !== tenant.oidcIssuer
    const secret = oidcClientSecret === undefined && isMoved ? null : oidcClientSecret
    if (!names.length && secret === undefined) return { tenant, endedSessions: [] }
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
    const endedSessions =
      changed.requiresSecondFactor && !tenant.requiresSecondFactor
        ? await endSessionsWithoutSecondFactor(sql, session, deps.now())
        : []
    const only = (of: Settings) => Object.fromEntries(names.map((name) => [name, of[name]]))
    const details = {
      before: only(tenant),
      after: only(changed),
      ...(secret === undefined ? {} : { secrets: ['oidcClientSecret'] }),
      ...(endedSessions.length === 0 ? {} : { endedSessions: endedSessions.length }),
    }
    await note(asPerson(session.viewer), { entity: 'tenants', verb: 'update', entityId: tenantId, details })
    return { tenant: await findTenant(sql, tenantId), endedSessions }
  })

const dayMs = 86_400_000

/**
 * People with a password and without a second factor have to sign in again, where they get one. The session that asks
 * lasts for another day, so that the administrator is not thrown out in the middle of their work.
 */
async function endSessionsWithoutSecondFactor(
  sql: Statements,
  { sid, viewer: { tenantId } }: Session,
  now: Date,
): Promise<readonly string[]> {
  const without = part`user_id in (
    select id from directory.users
    where tenant_id = ${tenantId} and totp_encrypted is null and password_hash is not null)`
  const ended = await sql<{ sid: string }[]>`
    update directory.sessions set ended_as = 'expired', ended_at = ${now.toISOString()}
    where ${without} and ended_as is null and sid <> ${sid} returning sid`
  await sql`
    update directory.sessions set expire = least(expire, ${new Date(now.getTime() + dayMs).toISOString()})
    where ${without} and sid = ${sid}`
  return ended.map((each) => each.sid)
}
