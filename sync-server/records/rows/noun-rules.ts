// The rules of a noun that need the database. The write path looks them up by noun and contains none itself.
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
import { isLive, type StoredRow } from './stored-row.ts'
import type { FollowSet, ReadSet, Staged } from './working-set.ts'

export type Stored<Name extends EntityName> = StoredRow & Row<Name>

/** A written row: null when it is missing or deleted; `row` is its newest state in any case. */
export interface Written<Name extends EntityName> {
  readonly row: Stored<Name>
  readonly was: Stored<Name> | null
  readonly is: Stored<Name> | null
}

export const writtenOf = ({ before, after }: Staged): Written<never> => ({
  row: after as Stored<never>,
  was: isLive(before) ? (before as Stored<never>) : null,
  is: isLive(after) ? (after as Stored<never>) : null,
})

export interface ServerRules<Name extends EntityName> {
  /** The time zone that the person chose with such rows; null when they chose none. */
  readonly timeZoneOf?: (tx: TenantTx, viewer: Viewer) => Promise<string | null>
  /** Fetches in bulk what judging changes of such rows will read; `wanted` gives the ids in the changes, by entity. */
  readonly prefetch?: (set: ReadSet, wanted: (entity: EntityName) => readonly string[]) => Promise<void>
  /**
   * Values that a new row gets from the person who made the change, or why they may not create it with this id; that is
   * not the person who has taken the change over.
   */
  readonly defaultsFor?: (
    maker: Viewer,
    values: Values,
    id: string,
  ) => { readonly values: Values } | { readonly issues: Issues }
  /** Why a person may not add this row to those that are there. A row that was accepted before is not asked about. */
  readonly validateCreate?: (set: ReadSet, viewer: Viewer, row: Stored<Name>) => Promise<Issues | undefined>
  /** Why people no longer change the row so; a change that was accepted before and comes back is asked about, too. */
  readonly assertUnchanged?: (set: ReadSet, was: Stored<Name>, is: Stored<Name>) => Promise<Issues | undefined>
  /** Why a person may not change the row so. A change that was accepted before is not asked about. */
  readonly validateUpdate?: (
    set: ReadSet,
    was: Stored<Name>,
    is: Stored<Name>,
    viewer: Viewer,
  ) => Promise<Issues | undefined>
  /**
   * Sets the columns that the server keeps on the row itself, before the row is saved; the rows it refers to are in the
   * set. `from` is where the person asks who writes this row.
   */
  readonly complete?: (set: ReadSet, row: Stored<Name>, from?: RequestOrigin) => Stored<Name>
  /** By reference, the fields of the other row that `complete` reads: when one changes, the row is completed again. */
  readonly completeBy?: Readonly<Partial<Record<keyof Row<Name>, readonly string[]>>>
  /** Stages the consequences of a written row. */
  readonly follow?: (set: FollowSet, written: Written<Name>) => Promise<void>
  /** Stages the consequences of everything that a change has staged, whichever nouns. */
  readonly followChange?: (set: FollowSet) => Promise<void>
  /**
   * What people are told of a row that a transaction wrote, by whoever `actor` is. They are told once it is durable, and
   * nobody waits for that: it may be lost when the server stops. What must not be lost is a job.
   */
  readonly notificationsFor?: (written: Written<Name>, actor: Actor) => readonly PendingNotification[]
}

/** Something that people are told of: those of a role, those linked to an investor record, or one person. */
export interface PendingNotification {
  readonly to: { readonly all: 'STAFF' | 'INVESTORS' } | { readonly investorId: string } | { readonly userId: string }
  readonly kind: NotificationKind
  /** The record that it is about. Its name and amount are read from it by whoever may, for as long as they may. */
  readonly about: { readonly entity: EntityName; readonly id: string }
  /** The person who caused it; only staff get the name. */
  readonly by?: string | null
  /** Where it was done, for what concerns the person's own account. */
  readonly device?: string | null
  readonly url: string
}

/** Tells everybody except the one who caused it. */
export type Notify = (deps: WriteDeps, actor: Actor, news: readonly PendingNotification[]) => Promise<void>

/** An act as the audit trail names it. */
interface AuditedAction {
  readonly action: string
  readonly entityId: string
  readonly details: Readonly<Record<string, unknown>>
}

export type LogAction = (actor: Actor, act: AuditedAction) => void

/** What everybody who writes needs. */
export interface WriteDeps {
  readonly database: Database
  readonly hints: Hints
  readonly afterwards: Afterwards
  readonly now: () => Date
  readonly rules: RulesByNoun
  /** Absent where nobody is to be told: the demo's seed, commands, and tests that count what is written. */
  readonly notify?: Notify
  readonly auditKeys: AuditKeys
  /** Hears each act that is written by itself, once it stands. */
  readonly logAction?: LogAction
  /** Hears each verdict; for metrics. */
  readonly onVerdict?: (verdict: string) => void
}

export type RulesByNoun = { readonly [Name in EntityName]?: ServerRules<Name> }

/** The same rules, for an entity that is known by name only. */
type AnyRules = Omit<ServerRules<never>, 'completeBy'> & {
  readonly completeBy?: Readonly<Record<string, readonly string[]>>
}

export const serverRulesOf = (rules: RulesByNoun, entity: string): AnyRules =>
  Object.hasOwn(rules, entity) ? (rules[entity as EntityName] as unknown as AnyRules) : {}
