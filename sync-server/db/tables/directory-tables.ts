// What the directory holds besides people, invitations and sign-ins: firms, and what is not any firm's own.
import { boolean, index, integer, numeric, text, uuid } from 'drizzle-orm/pg-core'
import { directory, moment } from './tables.ts'

/** The firms. Several may have one name: none learns of another by it. */
export const tenants = directory.table('tenants', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  createdAt: moment('created_at').notNull(),
  /** True only for a firm that the demo's seed made; a name proves nothing, because any firm can have it. */
  isDemo: boolean('is_demo').notNull().default(false),
  baseCurrency: text('base_currency').notNull().default('USD'),
  /** See schema/entities/tenants/entity.ts. */
  illustrativeGrowth: numeric('illustrative_growth', { precision: 5, scale: 2 }).default('25'),
  /** What else its administrators set: see schema/entities/tenants/entity.ts. */
  allowedDomains: text('allowed_domains'),
  leaseDays: integer('lease_days').notNull().default(30),
  requiresSecondFactor: boolean('requires_second_factor').notNull().default(false),
  oidcIssuer: text('oidc_issuer'),
  oidcClientId: text('oidc_client_id'),
  oidcClientSecretEncrypted: text('oidc_client_secret_encrypted'),
})

/** Failed attempts to sign in, by hashes of whose they are and where they came from: see sync-server/auth/counters.ts. */
export const signInAttempts = directory.table('sign_in_attempts', {
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  /** When the next attempt may be made; means something only while there are as many failures as cause a pause. */
  freeAt: moment('free_at').notNull(),
  /** When the failures no longer count. */
  forgetAt: moment('forget_at').notNull(),
  /** Hashes of the accounts and addresses whose attempts these are. */
  about: text('about').array(),
})

/** Not used; nodes of earlier releases, which may run beside this one, write it. */
export const importTurns = directory.table('import_turns', {
  userId: uuid('user_id').primaryKey(),
  tenantId: uuid('tenant_id').notNull(),
  until: moment('until').notNull(),
})

/** The cluster, timeline and database in which this data was last started: a single row. */
export const home = directory.table('home', { place: text('place').primaryKey() })

/** When a server last ran, and since when servers have run without a leap of the clock: a single row. See db/connect/clock.ts. */
export const clock = directory.table('clock', {
  id: integer('id').primaryKey(),
  seenAt: moment('seen_at').notNull(),
  steadySince: moment('steady_since').notNull(),
})

/** Times in which no server ran, or by which the clock was set ahead. */
export const clockLeaps = directory.table('clock_leaps', {
  endedAt: moment('ended_at').primaryKey(),
  beganAt: moment('began_at').notNull(),
})

/** What every node must share besides the database, by its id: see installation.ts. */
export const installation = directory.table('installation', {
  part: text('part').primaryKey(),
  value: text('value').notNull(),
})

/** Acts whose change stands and which the firm's audit trail does not tell yet: see records/write/directory-acts.ts. */
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
