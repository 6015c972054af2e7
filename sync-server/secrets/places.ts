// Where the directory keeps sealed values.
import type { Place } from './seal.ts'

export const oidcSecretPlace = (tenantId: string): Place => ({
  tenantId,
  table: 'tenants',
  id: tenantId,
  column: 'oidc_client_secret_encrypted',
})
