import { boolean, index, integer, numeric, text, uuid } from 'drizzle-orm/pg-core'
import { directory, moment } from './tables.ts'

/** Several firms may have one name, so a name does not reveal another firm. */
export const tenants = directory.table('tenants', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  createdAt: moment('created_at').notNull(),
  /** Only the demo's seed sets it; any firm can have the demo's name. */
  isDemo: boolean('is_demo').notNull().default(false),
  baseCurrency: text('base_currency').notNull().default('USD'),
  illustrativeGrowth: numeric('illustrative_growth', { precision: 5, scale: 2 }).default('25'),
  allowedDomains: text('allowed_domains'),
  leaseDays: integer('lease_days').notNull().default(30),
  requiresSecondFactor: boolean('requires_second_factor').notNull().default(false),
  oidcIssuer: text('oidc_issuer'),
  oidcClientId: text('oidc_client_id'),
  oidcClientSecretEncrypted: text('oidc_client_secret_encrypted'),
  /** See http/security/require-not-suspended.ts. */
  suspendedAt: moment('suspended_at'),
  /** See firm-admin/delete-firm.ts. */
  deletionAt: moment('deletion_at'),
})

/** Keyed by hashes: see auth/counters.ts. */
export const signInAttempts = directory.table('sign_in_attempts', {
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  /** Valid only while there are as many failures as cause a pause. */
  freeAt: moment('free_at').notNull(),
  forgetAt: moment('forget_at').notNull(),
  /** Hashes of the accounts and addresses. */
  about: text('about').array(),
})

/** Unused; nodes of earlier releases write it. */
export const importTurns = directory.table('import_turns', {
  userId: uuid('user_id').primaryKey(),
  tenantId: uuid('tenant_id').notNull(),
  until: moment('until').notNull(),
})

/** Where this data was last started: a single row. */
export const home = directory.table('home', { place: text('place').primaryKey() })

export const clock = directory.table('clock', {
  id: integer('id').primaryKey(),
  seenAt: moment('seen_at').notNull(),
  steadySince: moment('steady_since').notNull(),
})

/** No server ran, or the clock was set ahead. */
export const clockLeaps = directory.table('clock_leaps', {
  endedAt: moment('ended_at').primaryKey(),
  beganAt: moment('began_at').notNull(),
})

export const installation = directory.table('installation', {
  part: text('part').primaryKey(),
  value: text('value').notNull(),
})

/** Committed actions that are not in the audit trail yet: see records/write/directory-actions.ts. */
export const acts = directory.table(
  'acts',
  {
    id: uuid('id').primaryKey(),
    tenantId: uuid('tenant_id').notNull(),
    noted: text('noted').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [index('acts_tenant_id_at').on(t.tenantId, t.at)],
)
