// Sync, REST, tables and generated tests follow from this list.
import type { Code } from './kernel/codes.ts'
import type { Field, SetByServer } from './kernel/field.ts'
import { activities } from './entities/activities/entity.ts'
import { analyticsData } from './entities/analytics-data/entity.ts'
import { auditLogs } from './entities/audit-logs/entity.ts'
import { bankAccounts } from './entities/bank-accounts/entity.ts'
import { cashFlows } from './entities/cash-flows/entity.ts'
import { commissions } from './entities/commissions/entity.ts'
import { deals } from './entities/deals/entity.ts'
import { documentSignatures } from './entities/document-signatures/entity.ts'
import { documents } from './entities/documents/entity.ts'
import {
  type Entity,
  type Link,
  type CustomVerb,
  perEntity,
  referenceFields,
  type RowOf,
  type Verb,
} from './kernel/entity.ts'
import { exchangeRates } from './entities/exchange-rates/entity.ts'
import { holdingValues } from './entities/holding-values/entity.ts'
import { investments } from './entities/investments/entity.ts'
import { investorConnections } from './entities/investor-connections/entity.ts'
import { investorUsers } from './entities/investor-users/entity.ts'
import { investors } from './entities/investors/entity.ts'
import { notDuplicates } from './entities/not-duplicates/entity.ts'
import { notifications } from './entities/notifications/entity.ts'
import { opportunities } from './entities/opportunities/entity.ts'
import { projects } from './entities/projects/entity.ts'
import { pushSubscriptions } from './entities/push-subscriptions/entity.ts'
import { referralAttachments } from './entities/referral-attachments/entity.ts'
import { referralCommissions } from './entities/referral-commissions/entity.ts'
import { referrals } from './entities/referrals/entity.ts'
import { savedViews } from './entities/saved-views/entity.ts'
import { sessions } from './entities/sessions/entity.ts'
import { tradingAccounts } from './entities/trading-accounts/entity.ts'
import { userInvitations } from './entities/user-invitations/entity.ts'
import { userPreferences } from './entities/user-preferences/entity.ts'
import { users } from './entities/users/entity.ts'
import { valuations } from './entities/valuations/entity.ts'

export const registry = {
  projects,
  investors,
  investments,
  documents,
  referrals,
  referralCommissions,
  referralAttachments,
  cashFlows,
  valuations,
  holdingValues,
  commissions,
  deals,
  opportunities,
  investorConnections,
  investorUsers,
  notDuplicates,
  documentSignatures,
  exchangeRates,
  userPreferences,
  savedViews,
  notifications,
  activities,
  auditLogs,
  analyticsData,
  tradingAccounts,
  bankAccounts,
  pushSubscriptions,
  users,
  userInvitations,
  sessions,
} as const

export type EntityName = keyof typeof registry
export type TenantEntityName = {
  [Name in EntityName]: (typeof registry)[Name]['home'] extends 'tenant' ? Name : never
}[EntityName]
export type Row<Name extends EntityName> = RowOf<(typeof registry)[Name]>
type FieldsIn<Name extends EntityName> = (typeof registry)[Name]['fields']
export type WritableField<Name extends EntityName> = {
  [Each in keyof FieldsIn<Name>]: FieldsIn<Name>[Each] extends SetByServer ? never : Each
}[keyof FieldsIn<Name>] &
  string
export type CustomVerbOf<Name extends EntityName> = keyof (typeof registry)[Name]['verbs'] & string

export type VerbOf<Name extends EntityName> = Verb | CustomVerbOf<Name>

type Verbs = Readonly<Record<string, CustomVerb<TenantEntityName>>>
export const entities: readonly Entity[] = Object.values(
  registry satisfies Readonly<Record<EntityName, { readonly verbs: Verbs }>>,
)
export const tenantEntities: readonly Entity[] = entities.filter((each) => each.home === 'tenant')
export const replicatedEntities: readonly Entity[] = tenantEntities.filter((each) => each.replicate !== 'never')

/** Undefined also for names of the prototype. */
export const entityNamed = (name: string): Entity | undefined =>
  Object.hasOwn(registry, name) ? registry[name as EntityName] : undefined

interface ReferringField extends Link {
  readonly definition: Field
}

const referring = perEntity((entity): readonly ReferringField[] =>
  tenantEntities.flatMap((from) =>
    referenceFields(from)
      .filter(({ to }) => to === entity.name)
      .map(({ field }) => ({ entity: from.name, field, definition: from.fields[field]! })),
  ),
)

export const cascadeLinks = perEntity((definition): readonly Link[] =>
  referring(definition).flatMap(({ entity, field, definition: { onDelete } }) =>
    onDelete?.onDelete === 'cascade' ? [{ entity, field }] : [],
  ),
)

/** Links whose live rows forbid deleting a row of this entity, with the code of the refusal. */
export const restrictLinks = perEntity((definition): readonly (Link & { readonly code: Code })[] =>
  referring(definition).flatMap(({ entity, field, definition: { onDelete } }) =>
    onDelete?.onDelete === 'restrict' ? [{ entity, field, code: onDelete.code }] : [],
  ),
)

/** References set by the server are left alone. */
export const clearedOnDelete = perEntity((definition): readonly Link[] =>
  referring(definition).flatMap(({ entity, field, definition: { nullable, byServer, onDelete } }) =>
    nullable && !byServer && !onDelete ? [{ entity, field }] : [],
  ),
)
