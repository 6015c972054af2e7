import type { NotificationKind } from '#schema/kernel/enumerations.ts'
import type { Issues } from '#schema/kernel/issues.ts'
import type { Values } from '#schema/kernel/parse.ts'
import type { EntityName, Row } from '#schema/registry.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { Hints } from '#server/bus/bus.ts'
import type { Database, TenantTx } from '#server/db/connect/database.ts'
import type { AuditKeys } from '#server/secrets/audit-keys.ts'
import type { Actor, RequestOrigin } from '#server/records/actor.ts'
import type { BackgroundTasks } from '#server/records/background-tasks.ts'
import type { ReadCollector } from './read-collector.ts'
import { isLive, type StoredRow } from './stored-row.ts'
import type { DependentSet, ReadSet, Staged } from './working-set.ts'

export type Stored<Name extends EntityName> = StoredRow & Row<Name>

/** `before` and `after` are null when the row is missing or deleted; `row` is its latest state either way. */
interface WrittenRow<RowType extends StoredRow> {
  readonly row: RowType
  readonly before: RowType | null
  readonly after: RowType | null
}

export type Written<Name extends EntityName> = WrittenRow<Stored<Name>>

export const writtenOf = ({ before, after }: Staged): WrittenRow<StoredRow> => ({
  row: after,
  before: isLive(before) ? before : null,
  after: isLive(after) ? after : null,
})

type FieldsBy<Reference extends string> = Readonly<Partial<Record<Reference, readonly string[]>>>

interface RulesOf<RowType extends StoredRow, DeriveFrom> {
  timeZoneOf?(tx: TenantTx, viewer: Viewer): Promise<string | null>
  /** Registers the rows that the write will read. `touched` has the submitted values. */
  collectReads?(reads: ReadCollector, touched: Staged, set: ReadSet): void
  /** Like `collectReads`, once per batch; `entities` are those of all its rows. */
  prefetch?(set: ReadSet, touched: readonly Staged[], entities: ReadonlySet<string>): Promise<void>
  /** Defaults from the original author, or why they may not create the row. */
  defaultsFor?(author: Viewer, values: Values, id: string): { readonly values: Values } | { readonly issues: Issues }
  /** Replayed changes skip it. */
  validateCreate?(set: ReadSet, viewer: Viewer, row: RowType): Promise<Issues | undefined>
  /** Replayed changes are checked, too. */
  assertUnchanged?(set: ReadSet, before: RowType, after: RowType): Promise<Issues | undefined>
  /** Replayed changes skip it. */
  validateUpdate?(set: ReadSet, before: RowType, after: RowType, viewer: Viewer): Promise<Issues | undefined>
  /** References are loaded. `from`: the current writer's origin. */
  derive?(set: ReadSet, row: RowType, from?: RequestOrigin): RowType
  /** Fields of references. If one changes, the row is derived again. */
  readonly deriveFrom?: DeriveFrom
  updateDependents?(set: DependentSet, written: WrittenRow<RowType>): Promise<void>
  afterChange?(set: DependentSet): Promise<void>
  /** Sent after the commit, best effort. Use a job if one must not be lost. */
  notificationsFor?(written: WrittenRow<RowType>, actor: Actor): readonly PendingNotification[]
}

export type ServerRules<Name extends EntityName> = RulesOf<Stored<Name>, FieldsBy<keyof Row<Name> & string>>
export type RulesByEntity = { readonly [Name in EntityName]?: ServerRules<Name> }

export interface PendingNotification {
  readonly to: { readonly all: 'STAFF' | 'INVESTORS' } | { readonly investorId: string } | { readonly userId: string }
  readonly kind: NotificationKind
  /** Rendered with each reader's current rights. */
  readonly subject: { readonly entity: EntityName; readonly id: string }
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

export type LogAction = (actor: Actor, action: AuditedAction) => void

export interface WriteDeps {
  readonly database: Database
  readonly hints: Hints
  readonly backgroundTasks: BackgroundTasks
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
