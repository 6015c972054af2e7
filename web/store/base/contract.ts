// The store's public interface. Tables, views and `commit` work on local data and never wait for the network. Records
// that only the server has (`replicate: 'never'`) are read and written through `online`.
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { Operation, SignedIn, Verdict } from '#schema/sync/protocol.ts'
import type { EntityName, Row } from '#schema/registry.ts'
import type { Command, CommitResult, Counted, CommandFields } from './command.ts'
import type { Online } from './online.ts'
import type { CachedFile, FileVersion } from './cached-file.ts'
import type { SharedFile } from './shared-file.ts'
import type { FileOwner, PendingUpload } from './pending-upload.ts'

export type Identity = SignedIn

export type Unsubscribe = () => void

/** Badge of a row: its change waits to be sent, or needs the person's decision. */
export type BadgeKind = 'waiting' | 'attention'

export interface Table<R extends AnyRow = AnyRow> {
  readonly size: number
  readonly version: number
  /** The row with this device's pending changes applied to the server's state. */
  get(id: string): R | undefined
  all(): Iterable<R>
  /** Iterates in place: each row is valid only until the next one. For sums and searches. */
  scan(): Iterable<R>
  /** The rows whose reference field points to this id, from an index. */
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
    /** The key for rows whose record is not on this device; null when absent. */
    readonly otherwise?: (row: R) => SortKey
  }
}[EntityName]

export type SortBy<R extends AnyRow> = ((row: R) => SortKey) | JoinedSort<R>

/**
 * Options of a view. Keep the functions stable: a new function makes the view read all rows again. The row passed to
 * them is valid during the call only.
 */
export interface ViewOptions<R extends AnyRow> {
  /** The sort key; for money `moneyKey(amount)`. Nulls last, ties by id. */
  readonly sortBy: SortBy<R>
  readonly descending?: boolean
  /** The text to search, folded once per row (NFKD, diacritics removed, lower case). */
  readonly searchText?: (row: R) => string
  readonly search?: string
  readonly filter?: (row: R) => boolean
  /**
   * Tables that searchText or filter read through a reference of the row, so that rows follow their
   * changes.
   */
  readonly joins?: readonly { readonly entity: EntityName; readonly via: keyof R & string }[]
}

export type ViewOrder<R extends AnyRow> = Pick<ViewOptions<R>, 'sortBy' | 'descending'>

export interface RowList<R extends AnyRow = AnyRow> {
  readonly length: number
  /** A new object whenever the order was recomputed for another search, order or filter. */
  readonly arranged?: object | undefined
  slice(first: number, end: number): readonly R[]
  /** The row's index in the order; -1 when it is not included. Absent for arrays. */
  indexOfId?(id: string): number
}

/** A sorted, searched list that follows changes. The cost of a change does not grow with the number of rows. */
export interface View<R extends AnyRow = AnyRow> {
  /** Changed in place; compare `version`. */
  readonly rows: RowList<R>
  /** Iterates in place and in order: each row is valid only until the next one. */
  scan(): Iterable<R>
  /** False until the first sort has finished, so that no row is shown at an index that it will leave. */
  readonly ready: boolean
  readonly version: number
  /** Changes the options. The current rows stay until the new ones are ready; then listeners are called. */
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
  /** The server only accepts newer versions of the app. */
  | 'too-old'

export interface SyncStatus {
  /** From the outcome of requests, not from navigator.onLine. */
  readonly connection: Connection
  /** Whether the first complete set of rows has arrived. Until then screens show skeletons, never partial sums. */
  readonly hasAllRows: boolean
  /**
   * Rows of the first set that have arrived, and the total; null when nothing is being downloaded or the total is
   * unknown.
   */
  readonly progress: { readonly have: number; readonly total: number } | null
  readonly syncing: boolean
  readonly full: boolean
  /** Whether the firm recovers from a restored backup: the server decides some pending changes later. */
  readonly recovering: boolean
  /** Whether the server limits this person's changes because they sent many at once. */
  readonly throttled: boolean
  /**
   * When pending changes are sent again, in ms since 1970, because the server is read-only; null while it accepts
   * writes.
   */
  readonly retryAt: number | null
  /** When each change on which the server fails is sent again, in ms since 1970, by change id. */
  readonly parked: Readonly<Record<string, number>>
  /**
   * Whether the server's data was replaced several times within minutes, so that this device waits before it reloads.
   */
  readonly unsteady: boolean
  /** Whether this device was revoked: it submits its pending work, then its session ends. */
  readonly withdrawn: boolean
  readonly waiting: number
  readonly attention: number
  /** Changes that only a newer version of the app can read and send. */
  readonly unread: number
  readonly files: number
  /** Files that the server refused and that need the person's decision. */
  readonly refusedFiles: number
  /** Changes that were sent again because a restored backup had lost them; 0 once acknowledged. */
  readonly resent: number
  /** Pending changes lost because the browser removed the databases; 0 once acknowledged. */
  readonly lost: number
  /** Pending changes lost because the disk lost its latest writes; 0 once acknowledged. */
  readonly lostLately: number
  readonly lastSync: number | null
}

/** A person's decision about a field in conflict. It applies to the whole merge group of the field. */
export interface Choice {
  readonly id: string
  readonly field: string
  readonly keep: 'mine' | 'theirs'
}

export type ChangeState = 'waiting' | 'sent' | 'settled' | 'durable' | 'attention' | 'discarded'

/** One change of this device, as the sync centre lists it. */
export interface OutboxEntry {
  readonly id: string
  readonly at: string
  readonly state: ChangeState
  readonly ops: readonly Operation[]
  readonly verdict: Verdict | null
  /** The id of the earlier change with which this one was refused (SUPERSEDED); the inbox shows both as one entry. */
  readonly because?: string
  /** Names of the records that this change touches or refers to, from when it was made, by id. */
  readonly names: Readonly<Record<string, string>>
}

/** A recent change of this window (one minute) that was refused or is in conflict. */
export interface RefusedChange {
  readonly changeId: string
  readonly verdict: Verdict
  readonly ops: readonly Operation[]
  readonly names: Readonly<Record<string, string>>
}

export type WriteBytes = (bytes: ArrayBuffer) => Promise<void>

export type ReadBytes = (place: number) => Promise<ArrayBuffer>

export interface UnsentWork {
  /** The text that `adoptWork` reads on another device. */
  readonly text: string
  /** How many files were left out because they are too large in total or unreadable. */
  readonly left: number
}

/** The result of adopting another device's unsent work. */
export type AdoptResult =
  | {
      readonly kind: 'taken'
      readonly taken: number
      readonly known: number
      /** How many only a newer version of the app can read; they were not adopted. */
      readonly newer: number
    }
  | { readonly kind: 'refused'; readonly because: 'unsentFile' | 'newerFile' | 'otherPersonsFile' }

/** Files that wait on this device until the server has them. */
export interface Files {
  readonly all: readonly PendingUpload[]
  of(owner: FileOwner): PendingUpload | undefined
  /**
   * Stores a file for a record, in place of a pending one. Resolves when it is durable; rejects with nothing changed
   * when it cannot be written.
   */
  add(owner: FileOwner, file: File): Promise<void>
  /** Whether an upload was withdrawn midway and the server has not acknowledged it. */
  isWithdrawing(owner: FileOwner): boolean
  /**
   * Withdraws a file that is not uploaded yet. It leaves this device at once. Resolves when the server has acknowledged
   * it or did not answer; in that case it is retried later.
   */
  withdraw(owner: FileOwner): Promise<void>
  /** Sends a refused file once more. */
  again(owner: FileOwner): Promise<void>
  read(owner: FileOwner): Promise<Blob | null>
  subscribe(listener: () => void): Unsubscribe
}

/** Server files that open on this device without a network. */
export interface OfflineFiles {
  readonly all: readonly CachedFile[]
  /** Whether a restored backup has lost a file of this record that is newer than `newest`. */
  isLost(owner: FileOwner, newest: FileVersion): boolean
  /** Null while it is not on this device. */
  open(owner: FileOwner): Promise<File | null>
  /**
   * Pins or unpins the file of a record. Rejects with nothing changed when it cannot be downloaded or there is no room.
   */
  pin(owner: FileOwner, pinned: boolean): Promise<void>
  subscribe(listener: () => void): Unsubscribe
}

/** Files that other apps of the device have shared with the app. */
export interface Shared {
  all(): Promise<readonly SharedFile[]>
  open(shared: SharedFile): Promise<File | null>
  /** The person has seen it in the list. */
  markSeen(shared: SharedFile): Promise<void>
  /** The person has confirmed that they shared it. */
  confirm(shared: SharedFile): Promise<void>
  remove(shared: SharedFile): Promise<void>
}

export type DraftFields = Readonly<Record<string, unknown>>
/** By the form's key: the fields that differ from its initial values. */
export type Drafts = Readonly<Record<string, DraftFields>>

export interface Store {
  readonly identity: Identity
  table<Name extends EntityName>(name: Name): Table<Row<Name>>
  view<Name extends EntityName>(name: Name, options: ViewOptions<Row<Name>>): View<Row<Name>>
  /** Reads these entities' rows ahead without blocking the page. */
  prepare(names: readonly EntityName[]): void
  readonly online: Online
  readonly files: Files
  readonly shared: Shared
  readonly offlineFiles: OfflineFiles

  /**
   * Makes one change of up to 50 commands, applied all or none. Resolves when it is durable on this device; rejects
   * when the local write fails (full disk). `changeId` is empty when nothing differs. `file` is stored together with
   * the row that the change creates: both or neither.
   */
  commit(commands: readonly Command[], file?: File): Promise<CommitResult>
  newId(): string
  /** Commits a change of one command, like the two methods below. */
  create<Name extends EntityName>(entity: Name, fields: CommandFields<Name>): Promise<CommitResult>
  /** `seen` is the row as the form showed it when it opened. Only fields that differ from it are sent. */
  update<Name extends EntityName>(entity: Name, seen: Row<Name>, fields: CommandFields<Name>): Promise<CommitResult>
  remove<Name extends EntityName>(entity: Name, seen: Row<Name>, counted?: Counted): Promise<CommitResult>

  readonly status: SyncStatus
  subscribeStatus(listener: () => void): Unsubscribe
  onRefused(listener: (refused: RefusedChange) => void): Unsubscribe
  /** Newest first: pending, sent and refused changes, then recently settled ones. */
  outbox(): readonly OutboxEntry[]
  /** Exports unsent changes and files for `adoptWork` on another device; `writeBytes` receives the files' bytes. */
  unsentWork(take: WriteBytes): Promise<UnsentWork>
  /**
   * Adds another device's unsent work to this device's own. Resolves when it is durable; rejects when nothing was
   * stored.
   */
  adoptWork(work: string, read: ReadBytes): Promise<AdoptResult>
  /**
   * Settles a conflict field by field: "theirs" discards the person's value, "mine" becomes a new change. Dependent
   * changes follow. Every group in conflict needs a choice.
   */
  settle(changeId: string, choices: readonly Choice[]): Promise<CommitResult>
  /** For a change to a deleted record: restores the record and applies the change, in one change. */
  restoreAndApply(changeId: string): Promise<CommitResult>
  /** For a change to a deleted record: creates a new record from the known values and the change. */
  recreate(changeId: string): Promise<CommitResult>
  /** Replaces a refused or conflicting change by a new one with a fresh base. */
  retry(changeId: string): Promise<CommitResult>
  /** Discards a pending, refused or conflicting change. */
  discard(changeId: string): Promise<void>
  /** Resets `status.resent`. */
  acknowledgeResent(): Promise<void>
  /** Resets `status.lost` and `status.lostLately`. */
  acknowledgeLost(): void
  syncNow(): void
  /** Saves the unsaved fields of this window's open forms, by the form's key, in place of those saved before. */
  saveDrafts(drafts: Drafts): Promise<void>
  /** Takes over the fields that a closed window left for this form; null when there are none. */
  adoptDraft(place: string): Promise<DraftFields | null>
  /** Call when the browser's network changes: aborts requests on the old network and probes the server. */
  networkChanged(): void
  resume(): void
  /** Also set when another window seals or wipes the database. A closed store cannot be reopened. */
  readonly isClosed: boolean
  close(): Promise<void>
}
