// Where the directory keeps sealed values.
import type { Aad } from './seal.ts'

export const oidcSecretAad = (tenantId: string): Aad => ({
  tenantId,
  table: 'tenants',
  id: tenantId,
  column: 'oidc_client_secret_encrypted',
})

/** `offer`: of a secret that the person has not confirmed; the browser holds it. */
export const totpAad = (
  tenantId: string,
  userId: string,
  as: 'totp_encrypted' | 'offer' = 'totp_encrypted',
): Aad => ({
  tenantId,
  table: 'users',
  id: userId,
  column: as,
})

/** Of what a browser holds between the two pages of a sign-in. */
export const pendingMfaAad: Aad = { tenantId: '', table: 'sign_in', id: '', column: 'half' }

/** Of what a browser keeps once this person has signed in there with the provider of their firm. */
export const deviceAad = (userId: string): Aad => ({
  tenantId: '',
  table: 'sign_in',
  id: userId,
  column: 'device',
})

/** Of what a browser holds while its person is at the provider of their firm. */
export const oidcJourneyAad: Aad = { tenantId: '', table: 'sign_in', id: '', column: 'journey' }
