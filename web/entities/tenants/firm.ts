import type { ValueOf } from '#schema/kernel/field.ts'
import type { tenantFields } from '#schema/entities/tenants/entity.ts'

export type FirmField = keyof typeof tenantFields
export type Firm = { readonly [Field in FirmField]: ValueOf<(typeof tenantFields)[Field]> } & {
  readonly id: string
  readonly hasOidcClientSecret: boolean
}

export const sections = [
  { id: 'general', fields: ['name', 'baseCurrency', 'illustrativeGrowth'] },
  { id: 'access', fields: ['allowedDomains', 'leaseDays', 'requiresSecondFactor'] },
  { id: 'provider', fields: ['oidcIssuer', 'oidcClientId', 'oidcClientSecret'] },
] as const satisfies readonly { readonly id: string; readonly fields: readonly (FirmField | 'oidcClientSecret')[] }[]

export type FirmSection = (typeof sections)[number]
export type SectionField = FirmSection['fields'][number]
