import {
  authorizationCodeGrant,
  AuthorizationResponseError,
  ClientError,
  type Configuration,
  fetchUserInfo,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import type { AtProvider } from '#server/auth/provider-identity.ts'
import { storableText } from '#server/db/storable-text.ts'

export interface ProvenPerson extends AtProvider {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
}

export interface Challenge {
  readonly verifier: string
  readonly state: string
  readonly nonce: string
}

/** `undefined`: a network error without a code. */
const unavailableCodes = [undefined, 'OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM']
export const isUnavailable = (error: unknown): boolean =>
  error instanceof ClientError && unavailableCodes.includes(error.code)

export const isRefusal = (error: unknown): boolean =>
  [ClientError, AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError].some(
    (kind) => error instanceof kind,
  )

/** Undefined when the provider does not vouch. */
export async function readPerson(
  config: Configuration,
  at: URL,
  { verifier, state, nonce }: Challenge,
): Promise<ProvenPerson | undefined> {
  const tokens = await authorizationCodeGrant(config, at, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  const idToken = tokens.claims()!
  const claims =
    typeof idToken['email'] === 'string' ? idToken : await fetchUserInfo(config, tokens.access_token, idToken.sub)
  const {
    email,
    email_verified: isProven,
    given_name: firstName,
    family_name: lastName,
  } = claims as Record<string, unknown>
  if (typeof email !== 'string' || email === '' || email !== storableText(email) || isProven !== true) return undefined
  const name = (given: unknown) => (typeof given === 'string' ? storableText(given.slice(0, 255)) : '')
  const { issuer } = config.serverMetadata()
  return {
    issuer,
    subject: idToken.sub,
    email: email.toLowerCase(),
    firstName: name(firstName),
    lastName: name(lastName),
  }
}
