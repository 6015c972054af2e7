// Every entity by its wire name. One line here is enough for sync, REST, the tables and the generated tests to cover
// it.
import type { SetByServer } from './field.ts'
import { activities } from './activities.ts'
import { analyticsData } from './analytics-data.ts'
import { auditLogs } from './audit-logs.ts'
import { bankAccounts } from './bank-accounts.ts'
import { cashFlows } from './cash-flows.ts'
import { commissions } from './commissions.ts'
import { deals } from './deals.ts'
import { documentSignatures } from './document-signatures.ts'
import { documents } from './documents.ts'
import { type Entity, type Link, type OwnVerb, perEntity, referenceFields, type RowOf, type Verb } from './entity.ts'
import { exchangeRates } from './exchange-rates.ts'
import { holdingValues } from './holding-values.ts'
import { investments } from './investments.ts'
import { investorConnections } from './investor-connections.ts'
import { investorUsers } from './investor-users.ts'
import { investors } from './investors.ts'
import { notDuplicates } from './not-duplicates.ts'
import { notifications } from './notifications.ts'
import { opportunities } from './opportunities.ts'
import { projects } from './projects.ts'
import { pushSubscriptions } from './push-subscriptions.ts'
import { referralAttachments } from './referral-attachments.ts'
import { referralCommissions } from './referral-commissions.ts'
import { referrals } from './referrals.ts'
import { savedViews } from './saved-views.ts'
import { sessions } from './sessions.ts'
import { tradingAccounts } from './trading-accounts.ts'
import { userInvitations } from './user-invitations.ts'
import { userPreferences } from './user-preferences.ts'
import { users } from './users.ts'
import { valuations } from './valuations.ts'

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
/** The entities whose rows belong to a tenant. */
export type TenantEntityName = {
  [Name in EntityName]: (typeof registry)[Name]['home'] extends 'tenant' ? Name : never
}[EntityName]
export type Row<Name extends EntityName> = RowOf<(typeof registry)[Name]>
type FieldsIn<Name extends EntityName> = (typeof registry)[Name]['fields']
/** The fields that people set. */
export type WritableField<Name extends EntityName> = {
  [Each in keyof FieldsIn<Name>]: FieldsIn<Name>[Each] extends SetByServer ? never : Each
}[keyof FieldsIn<Name>] &
  string
/** The names of an entity's own verbs. */
export type OwnVerbOf<Name extends EntityName> = keyof (typeof registry)[Name]['verbs'] & string

/** Every verb of an entity, those of its own included. */
export type VerbOf<Name extends EntityName> = Verb | OwnVerbOf<Name>

/** What a verb writes are entities of the tenant; another name does not compile. */
type Verbs = Readonly<Record<string, OwnVerb<TenantEntityName>>>
export const entities: readonly Entity[] = Object.values(
  registry satisfies Readonly<Record<EntityName, { readonly verbs: Verbs }>>,
)
/** The entities whose rows belong to a tenant. */
export const tenantEntities: readonly Entity[] = entities.filter((each) => each.home === 'tenant')
/** The entities that the feed carries and sync accepts. */
export const replicatedEntities: readonly Entity[] = tenantEntities.filter((each) => each.replicate !== 'never')

/** The entity of a wire name; undefined for anything else, prototype names included. */
export const entityNamed = (name: string): Entity | undefined =>
  Object.hasOwn(registry, name) ? registry[name as EntityName] : undefined

const isIn = (links: readonly Link[], { entity, field }: Link): boolean =>
  links.some((each) => each.entity === entity && each.field === field)

/**
 * The links that deleting a row of this entity empties: optional references. Links that cascade or restrict are left
 * out, and so are references that the server sets itself.
 */
export const emptiedBy = perEntity((of): readonly Link[] =>
  tenantEntities.flatMap((from) =>
    referenceFields(from)
      .filter(({ field, to }) => {
        const { nullable, byServer } = from.fields[field]!
        return to === of.name && nullable && !byServer
      })
      .map(({ field }) => ({ entity: from.name, field }))
      .filter((link) => !isIn(of.cascade, link) && !isIn(of.restrict, link)),
  ),
)
