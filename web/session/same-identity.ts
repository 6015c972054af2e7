import { firmCurrencyOf, growthOf } from '#schema/sync/protocol.ts'
import type { Identity } from '#web/store/base/contract.ts'

export const isSameIdentity = (a: Identity, b: Identity): boolean =>
  a.id === b.id &&
  a.role === b.role &&
  a.tenantId === b.tenantId &&
  a.email === b.email &&
  a.firstName === b.firstName &&
  a.lastName === b.lastName &&
  (a.preferredLanguage ?? null) === (b.preferredLanguage ?? null) &&
  a.tenantName === b.tenantName &&
  (a.leaseDays ?? 0) === (b.leaseDays ?? 0) &&
  firmCurrencyOf(a) === firmCurrencyOf(b) &&
  growthOf(a) === growthOf(b)
