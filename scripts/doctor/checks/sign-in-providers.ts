import { allowInsecureRequests, customFetch, discovery, None } from 'openid-client'
import { createFetch } from '#server/http/public-fetch.ts'
import { type Check, type DoctorContext, type Finding, ok, problem } from '../check.ts'
import { reasonOf } from '../run-checks.ts'

interface Firm {
  readonly name: string
  readonly issuer: string
  readonly clientId: string
}

export const checkSignInProviders: Check = {
  name: 'OpenID providers',
  needsDatabase: true,
  async run(context) {
    const firms = await context.sql<Firm[]>`
      select name, oidc_issuer as issuer, oidc_client_id as "clientId" from directory.tenants
      where oidc_issuer is not null and oidc_client_id is not null order by name`
    if (!firms.length) return ok('No firm has an OpenID provider.')
    const findings = await Promise.all(firms.map((firm) => findingOf(context, firm)))
    const problems = findings.flatMap((each) => each ?? [])
    return problems.length
      ? problems
      : ok(
          firms.length === 1
            ? 'The provider of one firm answers with its own issuer.'
            : `The providers of ${firms.length} firms answer with their own issuers.`,
        )
  },
}

/** Compares the issuer in the document with the one it was found under. */
async function findingOf({ config }: DoctorContext, { name, issuer, clientId }: Firm): Promise<Finding | undefined> {
  const isPrivate = config.allowsPrivateProviders
  const fetch = createFetch(!isPrivate)
  try {
    await discovery(new URL(issuer), clientId, {}, None(), {
      [customFetch]: (url, { method, headers, body, signal }) =>
        fetch(url, { method, headers, body, ...(signal && { signal }) }),
      timeout: 8,
      execute: isPrivate ? [allowInsecureRequests] : [],
    })
    return undefined
  } catch (error) {
    return problem(
      `${name}: the provider ${issuer} cannot be used (${reasonOf(error)}). Its people sign in with passwords meanwhile; an administrator of the firm corrects the issuer under Settings.`,
    )
  }
}
