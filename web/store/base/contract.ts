// Tables, views and `commit` never wait for the network. Records that only the server has (`replicate: 'never'`) are
// read and written through `online`.
import type { ShownRow } from '#schema/kernel/verb.ts'
import type { VerbResult } from '#schema/records/apply-verb.ts'
import type { Act } from '#schema/verbs.ts'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { Operation, SignedIn, Verdict } from '#schema/sync/protocol.ts'
import type { EntityName, Row } from '#schema/registry.ts'
import type { Command, CommitResult, Counted, CommandFields } from './command.ts'
import type { Online } from './online.ts'
import type { Files, OfflineFiles, Shared } from './files.ts'
import type { UndoHistory } from './undo.ts'
import type { AdoptResult, ReadBytes, UnsentWork, WriteBytes } from './unsent-work.ts'

export type Identity = SignedIn

/** What a verb would do. The ids of the rows that it creates follow from `seed`. */
export type Preview = VerbResult & { readonly seed: string }

export type ConfirmedPreview = Pick<Preview, 'shown' | 'seed'>

export type Unsubscribe = () => void

export type BadgeKind = 'waiting' | 'attention'

export interface Table<R extends AnyRow = AnyRow> {
  readonly size: number
  readonly version: number
  /** Includes this device's pending changes. */
  get(id: string): R | undefined
  all(): Iterable<R>
  /** Iterates in place: each row is valid only until the next one. For sums and searches. */
  scan(): Iterable<R>
  where(field: keyof R & string, id: string): readonly R[]
  badge(id: string): BadgeKind | undefined
  badged(): ReadonlySet<string>
  subscribe(listener: () => void): Unsubscribe
}

export type SortKey = string | number | null

/** Sorts by a key of the referenced record, which is read once per record. */
export type JoinedSort<R extends AnyRow> = {
  readonly [Name in EntityName]: {
    readonly via: keyof R & string
    readonly entity: Name
    readonly key: (other: Row<Name>) => SortKey
    readonly fallback?: (row: R) => SortKey
  }
}[EntityName]

export type SortBy<R extends AnyRow> = ((row: R) => SortKey) | JoinedSort<R>

/** Keep the functions stable: a new one makes the view read all rows again. Their row is valid only during the call. */
export interface ViewOptions<R extends AnyRow> {
  /** For money `moneyKey(amount)`. Nulls last, ties by id. */
  readonly sortBy: SortBy<R>
  readonly descending?: boolean
  /** Folded once per row (NFKD, diacritics removed, lower case). */
  readonly searchText?: (row: R) => string
  readonly search?: string
  /** Also finds what may have been meant, while the search finds few rows. */
  readonly findsSimilar?: boolean
  readonly filter?: (row: R) => boolean
  /** Tables that searchText or filter read through a reference of the row. */
  readonly joins?: readonly { readonly entity: EntityName; readonly via: keyof R & string }[]
}

export type ViewOrder<R extends AnyRow> = Pick<ViewOptions<R>, 'sortBy' | 'descending'>

export interface RowList<R extends AnyRow = AnyRow> {
  readonly length: number
  readonly arranged?: object | undefined
  slice(first: number, end: number): readonly R[]
  /** -1 when it is not included. Absent for arrays. */
  indexOfId?(id: string): number
}

export interface View<R extends AnyRow = AnyRow> {
  /** Changed in place; compare `version`. */
  readonly rows: RowList<R>
  /** With a wrong letter, another spelling or another script; empty until the found rows are shown. */
  readonly similar: RowList<R>
  scan(): Iterable<R>
  /** False until the first sort has finished, so that no row is shown at an index that it will leave. */
  readonly ready: boolean
  readonly version: number
  /** The current rows stay until the new ones are ready. */
  update(options: Partial<ViewOptions<R>>): void
  prefetch(order: ViewOrder<R>): void
  subscribe(listener: () => void): Unsubscribe
  close(): void
}

export type Connection =
  | 'starting'
  | 'online'
  | 'slow'
  | 'checking'
  | 'offline'
  | 'signed-out'
  | 'other-person'
  | 'too-old'

export interface FailedRequest {
  readonly at: number
  readonly path: string
  readonly status: number
  /** Names it in the server's log. */
  readonly requestId: string
}

export interface SyncStatus {
  /** From the outcome of requests, not from navigator.onLine. */
  readonly connection: Connection
  /** Until then screens show skeletons, never partial sums. */
  readonly hasAllRows: boolean
  /** Null when nothing is being downloaded or the total is unknown. */
  readonly progress: { readonly have: number; readonly total: number } | null
  readonly syncing: boolean
  readonly full: boolean
  readonly recovering: boolean
  readonly throttled: boolean
  /** In ms since 1970; set while the server is read-only. */
  readonly retryAt: number | null
  /** When each change on which the server fails is sent again, in ms since 1970. */
  readonly parked: Readonly<Record<string, number>>
  /** The server's data was replaced several times within minutes, so this device waits before it reloads. */
  readonly unsteady: boolean
  /** Nothing is sent or received until the firm's account is active again. */
  readonly suspended: boolean
  /** The device was revoked: it submits its pending work, then its session ends. */
  readonly withdrawn: boolean
  readonly waiting: number
  readonly attention: number
  readonly unread: number
  readonly files: number
  readonly refusedFiles: number
  /** Sent again because a restored backup had lost them, until acknowledged. */
  readonly resent: number
  /** Lost because the browser removed the databases, until acknowledged. */
  readonly lost: number
  /** Lost with the disk's latest writes, until acknowledged. */
  readonly lostLately: number
  readonly lastSync: number | null
  /** The newest first; absent in messages of older versions. */
  readonly failed?: readonly FailedRequest[]
}

export interface Choice {
  readonly id: string
  readonly field: string
  readonly keep: 'mine' | 'theirs'
}

export type ChangeState = 'waiting' | 'sent' | 'settled' | 'durable' | 'attention' | 'discarded'

export interface OutboxEntry {
  readonly id: string
  readonly at: string
  readonly state: ChangeState
  readonly ops: readonly Operation[]
  readonly verdict: Verdict | null
  /** When the server's response arrived, in ms since 1970, if it was accepted. */
  readonly sentAt?: number
  /** The earlier change with which this one was refused (SUPERSEDED). */
  readonly because?: string
  /** By id: what the records of the change were called when it was made. */
  readonly names: Readonly<Record<string, string>>
  /** What the person was shown of a verb's result; `verdict.result` has the server's. */
  readonly shown?: readonly ShownRow[]
}

/** Refused or in conflict within a minute of being made in this window. */
export interface RefusedChange {
  readonly changeId: string
  readonly verdict: Verdict
  readonly ops: readonly Operation[]
  readonly names: Readonly<Record<string, string>>
}

export type DraftFields = Readonly<Record<string, unknown>>
/** By the form's key: the fields that differ from its initial values. */
export type Drafts = Readonly<Record<string, DraftFields>>

export interface Store {
  readonly identity: Identity
  table<Name extends EntityName>(name: Name): Table<Row<Name>>
  view<Name extends EntityName>(name: Name, options: ViewOptions<Row<Name>>): View<Row<Name>>
  prepare(names: readonly EntityName[]): void
  readonly online: Online
  readonly files: Files
  readonly shared: Shared
  readonly offlineFiles: OfflineFiles

  /**
   * Up to 50 commands, all or none. Resolves when durable; rejects when the disk is full. `changeId` is empty when
   * nothing differs. `file` belongs to the created row.
   */
  commit(commands: readonly Command[], file?: File): Promise<CommitResult>
  newId(): string
  create<Name extends EntityName>(entity: Name, fields: CommandFields<Name>): Promise<CommitResult>
  /** `seen` is the row as the form showed it. Only fields that differ are sent. */
  update<Name extends EntityName>(entity: Name, seen: Row<Name>, fields: CommandFields<Name>): Promise<CommitResult>
  remove<Name extends EntityName>(entity: Name, seen: Row<Name>, counted?: Counted): Promise<CommitResult>
  readonly undo: UndoHistory
  /** Null if the verb cannot be applied to the rows of this device. */
  preview(act: Act): Preview | null
  /** `preview` is the one that the person saw. A verb of too many rows is done online. */
  act(act: Act, preview?: ConfirmedPreview | null): Promise<CommitResult>

  readonly status: SyncStatus
  subscribeStatus(listener: () => void): Unsubscribe
  onRefused(listener: (refused: RefusedChange) => void): Unsubscribe
  /** Newest first: pending, sent and refused changes, then recently settled ones. */
  outbox(): readonly OutboxEntry[]
  /** For `adoptWork` on another device; `write` receives the files' bytes. */
  unsentWork(take: WriteBytes): Promise<UnsentWork>
  /** Resolves when it is durable; rejects when nothing was stored. */
  adoptWork(work: string, read: ReadBytes): Promise<AdoptResult>
  /** "theirs" discards the person's value, "mine" becomes a new change. Every group in conflict needs a choice. */
  settle(changeId: string, choices: readonly Choice[]): Promise<CommitResult>
  restoreAndApply(changeId: string): Promise<CommitResult>
  recreate(changeId: string): Promise<CommitResult>
  retry(changeId: string): Promise<CommitResult>
  discard(changeId: string): Promise<void>
  acknowledgeResent(): Promise<void>
  acknowledgeLost(): void
  syncNow(): void
  /** By the form's key, in place of those saved before. */
  saveDrafts(drafts: Drafts): Promise<void>
  /** The fields that a closed window left for this form, if any. */
  adoptDraft(key: string): Promise<DraftFields | null>
  networkChanged(): void
  resume(): void
  /** Also set when another window seals or wipes the database. A closed store cannot be reopened. */
  readonly isClosed: boolean
  close(): Promise<void>
}
