import type { NotificationKind } from '#schema/kernel/enumerations.ts'
import type { Issues } from '#schema/kernel/issues.ts'
import type { Values } from '#schema/kernel/parse.ts'
import type { EntityName, Row } from '#schema/registry.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { Hints } from '#server/bus/bus.ts'
import type { Database, TenantTx } from '#server/db/connect/database.ts'
import type { AuditKeys } from '#server/secrets/audit-keys.ts'
import type { Actor, RequestOrigin } from '#server/records/actor.ts'
import type { Afterwards } from '#server/records/afterwards.ts'
import type { Needs } from './needs.ts'
import { isLive, type StoredRow } from './stored-row.ts'
import type { FollowSet, ReadSet, Staged } from './working-set.ts'

export type Stored<Name extends EntityName> = StoredRow & Row<Name>

/** Null when missing or deleted; `row` is its newest state. */
interface WrittenRow<Of extends StoredRow> {
  readonly row: Of
  readonly before: Of | null
  readonly after: Of | null
}

export type Written<Name extends EntityName> = WrittenRow<Stored<Name>>

export const writtenOf = ({ before, after }: Staged): WrittenRow<StoredRow> => ({
  row: after,
  before: isLive(before) ? before : null,
  after: isLive(after) ? after : null,
})

type FieldsBy<Reference extends string> = Readonly<Partial<Record<Reference, readonly string[]>>>

interface RulesOf<Of extends StoredRow, CompleteBy> {
  timeZoneOf?(tx: TenantTx, viewer: Viewer): Promise<string | null>
  /** What writing the row will read. Values are those sent. */
  need?(needs: Needs, touched: Staged, set: ReadSet): void
  /** The same for all rows that a batch may write; `entities` are theirs. */
  prefetch?(set: ReadSet, touched: readonly Staged[], entities: ReadonlySet<string>): Promise<void>
  /** Defaults from the original author, or why they may not create the row. */
  defaultsFor?(maker: Viewer, values: Values, id: string): { readonly values: Values } | { readonly issues: Issues }
  /** Replayed changes skip it. */
  validateCreate?(set: ReadSet, viewer: Viewer, row: Of): Promise<Issues | undefined>
  /** Replayed changes are checked, too. */
  assertUnchanged?(set: ReadSet, before: Of, after: Of): Promise<Issues | undefined>
  /** Replayed changes skip it. */
  validateUpdate?(set: ReadSet, before: Of, after: Of, viewer: Viewer): Promise<Issues | undefined>
  /** References are loaded. `from` is the current writer's origin. */
  complete?(set: ReadSet, row: Of, from?: RequestOrigin): Of
  /** Fields that `complete` reads; a change completes the row again. */
  readonly completeBy?: CompleteBy
  follow?(set: FollowSet, written: WrittenRow<Of>): Promise<void>
  followChange?(set: FollowSet): Promise<void>
  /** Sent after the commit, best effort. Use a job if one must not be lost. */
  notificationsFor?(written: WrittenRow<Of>, actor: Actor): readonly PendingNotification[]
}

export type ServerRules<Name extends EntityName> = RulesOf<Stored<Name>, FieldsBy<keyof Row<Name> & string>>
export type RulesByEntity = { readonly [Name in EntityName]?: ServerRules<Name> }

export interface PendingNotification {
  readonly to: { readonly all: 'STAFF' | 'INVESTORS' } | { readonly investorId: string } | { readonly userId: string }
  readonly kind: NotificationKind
  /** Readers see what their current rights allow. */
  readonly about: { readonly entity: EntityName; readonly id: string }
  readonly by?: string | null
  readonly device?: string | null
  readonly url: string
}

export type Notify = (deps: WriteDeps, actor: Actor, notifications: readonly PendingNotification[]) => Promise<void>

interface AuditedAction {
  readonly action: string
  readonly entityId: string
  readonly details: Readonly<Record<string, unknown>>
}

export type LogAction = (actor: Actor, act: AuditedAction) => void

export interface WriteDeps {
  readonly database: Database
  readonly hints: Hints
  readonly afterwards: Afterwards
  readonly now: () => Date
  readonly rules: RulesByEntity
  /** Absent in the seed, commands and some tests. */
  readonly notify?: Notify
  readonly auditKeys: AuditKeys
  readonly logAction?: LogAction
  readonly onVerdict?: ((verdict: string) => void) | undefined
}

type AnyRules = RulesOf<StoredRow, Readonly<Record<string, readonly string[]>>>

export const serverRulesOf = (rules: RulesByEntity, entity: string): AnyRules =>
  (Object.hasOwn(rules, entity) && rules[entity as EntityName]) || {}
