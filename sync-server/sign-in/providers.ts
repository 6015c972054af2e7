// Cached for ten minutes; an unavailable one is retried after ten seconds.
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  type Configuration,
  customFetch,
  discovery,
  None,
} from 'openid-client'
import type { Database } from '#server/db/connect/database.ts'
import type { Statements } from '#server/db/connect/directory.ts'
import { createFetch } from '#server/http/public-fetch.ts'
import { oidcSecretAad } from '#server/secrets/aad.ts'
import type { Seals } from '#server/secrets/seal.ts'

export interface ProvidersDeps {
  readonly database: Database
  readonly seals: Seals
  readonly allowsPrivateProviders?: boolean | undefined
}

export interface Firm {
  readonly id: string
  readonly name: string
}

/** Password sign-in still works. */
export class ProviderUnavailable extends Error {}

interface FoundProvider extends Firm {
  readonly issuer: string
  readonly clientId: string
  readonly sealed: string | null
}

interface Discovered {
  readonly config: Promise<Configuration>
  until: number
}

const cacheMs = 10 * 60_000
const retryAfterMs = 10_000
const timeoutSeconds = 5
const clockSeconds = 60

export async function firmWithProvider(sql: Statements, named: string | undefined): Promise<Firm | undefined> {
  const firms = await sql<Firm[]>`
    select id, name from directory.tenants
    where oidc_issuer is not null and oidc_client_id is not null and (${named ?? null}::uuid is null or id = ${named ?? null})
    limit 2`
  return firms.length === 1 ? firms[0] : undefined
}

/** Without a secret, PKCE alone protects the exchange. */
const authWith = (secret: string | undefined): ClientAuth => {
  if (secret === undefined) return None()
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const method = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost
    return method(secret)(server, client, body, headers)
  }
}

export function createProviders({ database, seals, allowsPrivateProviders = false }: ProvidersDeps) {
  const fetch = createFetch(!allowsPrivateProviders)
  const cache = new Map<string, Discovered>()

  const discover = ({ id, issuer, clientId, sealed }: FoundProvider): Promise<Configuration> => {
    const secret = sealed === null ? undefined : seals.open(sealed, oidcSecretAad(id))
    return discovery(new URL(issuer), clientId, { [clockTolerance]: clockSeconds }, authWith(secret), {
      [customFetch]: (url, { method, headers, body, signal }) =>
        fetch(url, { method, headers, body, ...(signal && { signal }) }),
      timeout: timeoutSeconds,
      execute: allowsPrivateProviders ? [allowInsecureRequests] : [],
    })
  }

  return async function providerOf(firmId: string): Promise<{ firm: Firm; config: Configuration } | undefined> {
    const [found] = await database.directory<FoundProvider[]>`
      select id, name, oidc_issuer as issuer, oidc_client_id as "clientId", oidc_client_secret_encrypted as sealed
      from directory.tenants where id = ${firmId} and oidc_issuer is not null and oidc_client_id is not null`
    if (!found) return undefined
    const key = JSON.stringify([found.id, found.issuer, found.clientId, found.sealed])
    const known = cache.get(key)
    const entry = known && known.until > Date.now() ? known : { config: discover(found), until: Date.now() + cacheMs }
    if (entry !== known) {
      for (const [each, { until }] of cache) if (until <= Date.now()) cache.delete(each)
      cache.set(key, entry)
    }
    try {
      return { firm: { id: found.id, name: found.name }, config: await entry.config }
    } catch (error) {
      entry.until = Math.min(entry.until, Date.now() + retryAfterMs)
      throw new ProviderUnavailable('The provider does not answer', { cause: error })
    }
  }
}
