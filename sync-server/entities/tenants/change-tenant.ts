import type { ValueOf } from '#schema/kernel/field.ts'
import type { tenantSecrets } from '#schema/entities/tenants/entity.ts'
import type { Statements } from '#server/db/connect/directory.ts'
import type { SharedAccounts } from '#server/auth/demo-account.ts'
import { withUserAdminLock } from '#server/auth/user-admin-lock.ts'
import { releaseAllFromProvider } from '#server/auth/provider-identity.ts'
import type { Session } from '#server/auth/sessions.ts'
import { asPerson } from '#server/records/actor.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { CodedError } from '#server/records/coded-error.ts'
import { oidcSecretAad } from '#server/secrets/aad.ts'
import type { Seals } from '#server/secrets/seal.ts'
import { findTenant, type Tenant } from './find-tenant.ts'

interface Deps extends WriteDeps {
  readonly seals: Seals
  readonly demo: SharedAccounts & { readonly isOn: boolean }
}

type Settings = Partial<Omit<Tenant, 'id' | 'createdAt' | 'hasOidcClientSecret'>>
export interface TenantChanges extends Settings {
  readonly oidcClientSecret?: ValueOf<typeof tenantSecrets.oidcClientSecret>
}

export const changeTenant = (
  deps: Deps,
  session: Session,
  { oidcClientSecret, ...changes }: TenantChanges,
  requireMatch: (now: Tenant) => void,
): Promise<{ readonly tenant: Tenant; readonly endedSessions: readonly string[] }> =>
  withUserAdminLock(deps, session, 'admin', async (sql, recordAction) => {
    const { tenantId } = session.viewer
    const tenant = await findTenant(sql, tenantId)
    requireMatch(tenant)
    const names = (Object.keys(changes) as (keyof Settings)[]).filter((name) => changes[name] !== tenant[name])
    const changed = { ...tenant, ...changes }
    // A secret must not be sent to another provider.
    const isMoved = tenant.hasOidcClientSecret && changed.oidcIssuer !== tenant.oidcIssuer
    const secret = oidcClientSecret === undefined && isMoved ? null : oidcClientSecret
    if (!names.length && secret === undefined) return { tenant, endedSessions: [] }
    const isRequiring = changed.requiresSecondFactor && !tenant.requiresSecondFactor
    if (isRequiring) await requireOwnSecondFactor(sql, session)
    await sql`
      update directory.tenants set name = ${changed.name}, base_currency = ${changed.baseCurrency},
        illustrative_growth = ${changed.illustrativeGrowth},
        allowed_domains = ${changed.allowedDomains}, lease_days = ${changed.leaseDays},
        requires_second_factor = ${changed.requiresSecondFactor}, oidc_issuer = ${changed.oidcIssuer},
        oidc_client_id = ${changed.oidcClientId}
      where id = ${tenantId}`
    // A provider may use other subjects for each client.
    if (changed.oidcIssuer !== tenant.oidcIssuer || changed.oidcClientId !== tenant.oidcClientId)
      await releaseAllFromProvider(sql, tenantId)
    if (secret !== undefined)
      await sql`
        update directory.tenants
        set oidc_client_secret_encrypted = ${secret === null ? null : deps.seals.seal(secret, oidcSecretAad(tenantId))}
        where id = ${tenantId}`
    const endedSessions = isRequiring ? await endSessionsWithoutSecondFactor(sql, deps, session) : []
    const changedSettings = (settings: Settings) => Object.fromEntries(names.map((name) => [name, settings[name]]))
    const details = {
      before: changedSettings(tenant),
      after: changedSettings(changed),
      ...(secret === undefined ? {} : { secrets: ['oidcClientSecret'] }),
      ...(endedSessions.length === 0 ? {} : { endedSessions: endedSessions.length }),
    }
    await recordAction(asPerson(session.viewer), { entity: 'tenants', verb: 'update', entityId: tenantId, details })
    return { tenant: await findTenant(sql, tenantId), endedSessions }
  })

/** The caller's own session would continue without one. */
async function requireOwnSecondFactor(sql: Statements, { viewer }: Session): Promise<void> {
  const [lacking] = await sql`
    select 1 from directory.users where id = ${viewer.userId} and totp_encrypted is null and password_hash is not null`
  if (lacking) throw new CodedError('VALIDATION', { requiresSecondFactor: { key: 'ownFactor' } })
}

/** Password users without a second factor must sign in again and set one up. Shared demo accounts never have one, so their sessions stay. */
async function endSessionsWithoutSecondFactor(
  sql: Statements,
  { demo, now }: Deps,
  { viewer: { tenantId } }: Session,
): Promise<readonly string[]> {
  const shared = demo.isOn ? demo.shown.map(({ email }) => email) : []
  const ended = await sql<{ sid: string }[]>`
    update directory.sessions set ended_as = 'expired', ended_at = ${now().toISOString()}
    where ended_as is null and user_id in (
      select id from directory.users
      where tenant_id = ${tenantId} and totp_encrypted is null and password_hash is not null and email <> all(${shared}))
    returning sid`
  return ended.map((each) => each.sid)
}
