import type { Aad } from './seal.ts'

export const oidcSecretAad = (tenantId: string): Aad => ({
  tenantId,
  table: 'tenants',
  id: tenantId,
  column: 'oidc_client_secret_encrypted',
})

/** `offer`: an unconfirmed secret that the browser holds. */
export const totpAad = (tenantId: string, userId: string, as: 'totp_encrypted' | 'offer' = 'totp_encrypted'): Aad => ({
  tenantId,
  table: 'users',
  id: userId,
  column: as,
})

export const pendingMfaAad: Aad = { tenantId: '', table: 'sign_in', id: '', column: 'half' }

export const deviceAad = (userId: string): Aad => ({
  tenantId: '',
  table: 'sign_in',
  id: userId,
  column: 'device',
})

export const oidcJourneyAad: Aad = { tenantId: '', table: 'sign_in', id: '', column: 'journey' }
