// What the rest of the web room and the service worker see of the store. Screens read tables and views, which are in
// memory, and write through `commit` and its short forms; none of that waits for the network. Records that only the server
// keeps are read and written with `online`, or by the same names, and wait for it.
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { Operation, SignedIn, Verdict } from '#schema/sync/protocol.ts'
import type { EntityName, Row } from '#schema/registry.ts'
import type { Command, CommitResult, Counted, CommandFields } from './command.ts'
import type { Online } from './online.ts'
import type { CachedFile, Newest } from './cached-file.ts'
import type { SharedFile } from './shared-file.ts'
import type { FileOwner, PendingUpload } from './pending-upload.ts'

/** Who works on this device. */
export type Identity = SignedIn

export type Unsubscribe = () => void

/** A row's mark: its change waits to be sent, or the server's answer needs the person's decision. */
export type Mark = 'waiting' | 'attention'

export interface Table<R extends AnyRow = AnyRow> {
  readonly size: number
  /** Increases with every change of the table, marks included. */
  readonly version: number
  /** The row as this device sees it: the server's state with the device's own waiting changes over it. */
  get(id: string): R | undefined
  all(): Iterable<R>
  /** Iterates over the rows in place: each is valid until the next one of this walk. For sums and searches, which keep no row. */
  scan(): Iterable<R>
  /** The rows whose reference field points to this id, from an index. */
  where(field: keyof R & string, id: string): readonly R[]
  mark(id: string): Mark | undefined
  /** The ids of rows with a mark. */
  marked(): ReadonlySet<string>
  subscribe(listener: () => void): Unsubscribe
}

export type SortKey = string | number | null

/** Sorts rows by a key of the record they refer to, which is read once per record, however many rows refer to it. */
export type JoinedSort<R extends AnyRow> = {
  readonly [Name in EntityName]: {
    readonly via: keyof R & string
    readonly entity: Name
    readonly key: (other: Row<Name>) => SortKey
    /** The key of rows whose record is not on this device; null when absent. */
    readonly otherwise?: (row: R) => SortKey
  }
}[EntityName]

export type SortBy<R extends AnyRow> = ((row: R) => SortKey) | JoinedSort<R>

/**
 * Options of a view. The caller keeps the functions stable: with another function all rows are read again. The row
 * passed to them is valid during the call only.
 */
export interface ViewOptions<R extends AnyRow> {
  /** The sort key; for money `moneyKey(amount)`. Nulls last, ties by id. */
  readonly sortBy: SortBy<R>
  readonly descending?: boolean
  /** The text in which the search looks; folded once per row (NFKD, marks removed, lower case). */
  readonly searchText?: (row: R) => string
  readonly search?: string
  readonly filter?: (row: R) => boolean
  /** Tables that searchText or filter read through a reference of the row, so that rows follow their changes. */
  readonly joins?: readonly { readonly entity: EntityName; readonly via: keyof R & string }[]
}

export type ViewOrder<R extends AnyRow> = Pick<ViewOptions<R>, 'sortBy' | 'descending'>

/** Rows in order; an object is made only for rows that are asked for. An array is one, too. */
export interface RowList<R extends AnyRow = AnyRow> {
  readonly length: number
  /** A new object whenever the order was computed anew, for another search, order or filter. */
  readonly arranged?: object | undefined
  slice(first: number, end: number): readonly R[]
  /** The row's place in the order, -1 when it is not in it; an array has its own ways to tell. */
  placeOf?(id: string): number
}

/** A sorted, searched list that follows changes; the cost of a change does not grow with the number of rows. */
export interface View<R extends AnyRow = AnyRow> {
  /** Changed in place; `version` tells when. */
  readonly rows: RowList<R>
  /** Iterates over these rows in place and in order: each is valid until the next one. For sums, which keep no row. */
  scan(): Iterable<R>
  /**
   * Whether the rows are in their places. Sorting a long table takes slices of time, and no row is shown in a place
   * that it will leave.
   */
  readonly ready: boolean
  readonly version: number
  /** Changes the options. The rows stay as they are until the new ones are ready; then listeners are called. */
  update(options: Partial<ViewOptions<R>>): void
  /** Builds this order ahead, without showing it, because it will probably be asked for next. */
  expect(order: ViewOrder<R>): void
  subscribe(listener: () => void): Unsubscribe
  close(): void
}

export type Connection =
  | 'starting'
  | 'online'
  /** The server has not answered for a while. */
  | 'slow'
  /** Nothing was heard from the server for longer, so it is being asked. */
  | 'checking'
  | 'offline'
  | 'signed-out'
  /** The browser's session belongs to somebody else. */
  | 'other-person'
  /** The server only speaks to newer versions of the app. */
  | 'too-old'

export interface SyncStatus {
  /** Follows what sync achieves, not navigator.onLine. */
  readonly connection: Connection
  /** Whether the first set has arrived whole; until then screens show skeletons instead of figures, never partial sums. */
  readonly hasAllRows: boolean
  /**
   * Rows of the first set that have arrived, and the total; null when nothing is being fetched or the total is unknown.
   */
  readonly progress: { readonly have: number; readonly total: number } | null
  readonly syncing: boolean
  /** Whether this device has no room left for what it should store. */
  readonly full: boolean
  /** Whether the firm recovers from a restored backup: the server decides some of the waiting changes later. */
  readonly recovering: boolean
  /** Whether the server takes the waiting changes a little later, because this person has sent so many at once. */
  readonly throttled: boolean
  /**
   * When the waiting changes are sent again, in ms since 1970, because the server answers but cannot write for now; null
   * while it writes.
   */
  readonly retryAt: number | null
  /** When each waiting change on which the server fails is sent again, in ms since 1970, by the id of the change. */
  readonly parked: Readonly<Record<string, number>>
  /** Whether the server's data was replaced several times within minutes: this device waits before it loads it again. */
  readonly unsteady: boolean
  /** Whether this device's access was taken away: it hands in what waits, and then its session ends by itself. */
  readonly withdrawn: boolean
  readonly waiting: number
  readonly attention: number
  /** Changes that a newer version of the app made on this device: they are kept, and that version sends them. */
  readonly unread: number
  /** Files that are kept on this device until they are uploaded. */
  readonly files: number
  /** Files that the server did not take: they are kept until the person decides. */
  readonly refusedFiles: number
  /**
   * How many changes of this device were sent again after a restored backup because the server had lost them; 0 once
   * the person has seen it.
   */
  readonly resent: number
  /**
   * How many waiting changes were lost because the browser removed this device's databases; 0 once the person has seen
   * it.
   */
  readonly lost: number
  /** How many waiting changes were lost because the disk lost what was written last; 0 once the person has seen it. */
  readonly lostLately: number
  /** When the last pull or push succeeded, in ms since 1970; null before the first. */
  readonly lastSync: number | null
}

/** A person's decision about a field in conflict. The field stands for the whole group that merges with it. */
export interface Choice {
  /** The row's id. */
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
  /** The id of the earlier change with which this one fell (SUPERSEDED); both are one entry of the inbox. */
  readonly because?: string
  /** The names that the records of this change, and those it refers to, had when it was made, by id. */
  readonly names: Readonly<Record<string, string>>
}

/** A change of this window's last minute that came back conflicting or refused. */
export interface RefusedChange {
  readonly changeId: string
  readonly verdict: Verdict
  readonly ops: readonly Operation[]
  readonly names: Readonly<Record<string, string>>
}

/** Gets the bytes of a file of unsent work; the next one comes when it has resolved. */
export type WriteBytes = (bytes: ArrayBuffer) => Promise<void>

/** The bytes of the file at this place of a text of unsent work. */
export type ReadBytes = (place: number) => Promise<ArrayBuffer>

export interface UnsentWork {
  /** What `takeOver` reads on another device. */
  readonly text: string
  /** How many files did not go along, because they are too many bytes or cannot be read. */
  readonly left: number
}

/** What became of the changes and files of a text that `Store.unsentWork` has made on another device. */
export type AdoptResult =
  | {
      readonly kind: 'taken'
      readonly taken: number
      /** How many this device had already. */
      readonly known: number
      /** How many only a newer version of the app can read; they were not taken over. */
      readonly newer: number
    }
  | { readonly kind: 'refused'; readonly because: 'unsentFile' | 'newerFile' | 'otherPersonsFile' }

/** The files that are kept on this device until the server has them. */
export interface Files {
  /** Oldest first; another array whenever something has changed. */
  readonly all: readonly PendingUpload[]
  of(owner: FileOwner): PendingUpload | undefined
  /**
   * Keeps a file for a record, in place of one that waits for it already. Resolves when it is durable on this device;
   * rejects when it cannot be written, and then nothing has changed.
   */
  keep(owner: FileOwner, file: File): Promise<void>
  /** Whether one was taken back in the middle of its upload, and the server has not heard it yet. */
  isWithdrawing(owner: FileOwner): boolean
  /**
   * Takes a file back that is not uploaded yet. It leaves this device at once; resolves when the server has heard it,
   * too, or did not answer: then it is told later.
   */
  withdraw(owner: FileOwner): Promise<void>
  /** Sends a file once more that the server did not take. */
  again(owner: FileOwner): Promise<void>
  /** Its bytes; null when it has been uploaded or taken back. */
  read(owner: FileOwner): Promise<Blob | null>
  subscribe(listener: () => void): Unsubscribe
}

/** The files of the server that open on this device without a network. */
export interface OfflineFiles {
  /** Another array whenever something has changed. */
  readonly all: readonly CachedFile[]
  /**
   * Whether the server has lost a file of this record with a restored backup, as far as this device knows, that is newer
   * than what the record says now.
   */
  isLost(owner: FileOwner, newest: Newest): boolean
  /** Null while it is not here. */
  open(owner: FileOwner): Promise<File | null>
  /**
   * Keeps the file of a record here on purpose, or no longer. Rejects when it cannot be fetched, or when there is no
   * room; then nothing has changed.
   */
  pin(owner: FileOwner, pinned: boolean): Promise<void>
  subscribe(listener: () => void): Unsubscribe
}

/** The files that other apps of the device have handed over to the person. */
export interface Shared {
  /** Oldest first. */
  all(): Promise<readonly SharedFile[]>
  /** Null once it has been uploaded or taken out. */
  open(shared: SharedFile): Promise<File | null>
  /** The person has seen that it is there. */
  see(shared: SharedFile): Promise<void>
  /** The person has said that they shared it. */
  confirm(shared: SharedFile): Promise<void>
  /** It has been uploaded, or the person does not want it. */
  remove(shared: SharedFile): Promise<void>
}

export type DraftFields = Readonly<Record<string, unknown>>
/** By the form's place: the fields that differ from the form's initial values. */
export type Drafts = Readonly<Record<string, DraftFields>>

export interface Store {
  readonly identity: Identity
  table<Name extends EntityName>(name: Name): Table<Row<Name>>
  view<Name extends EntityName>(name: Name, options: ViewOptions<Row<Name>>): View<Row<Name>>
  /** Reads these entities' rows ahead, while the page goes on drawing. */
  prepare(names: readonly EntityName[]): void
  readonly online: Online
  readonly files: Files
  readonly shared: Shared
  readonly kept: OfflineFiles

  /**
   * Makes one change of up to 50 commands, applied all or none. Resolves when it is durable on this device; rejects when
   * the local write fails (full disk). `changeId` is empty when nothing differs from what was seen. With `file`, the
   * file of the row that the change creates is kept with it: both or neither.
   */
  commit(commands: readonly Command[], file?: File): Promise<CommitResult>
  /** An id for a row to which a later command of the same change refers. */
  newId(): string
  /** Commits a change of one command, like the two methods below. */
  create<Name extends EntityName>(entity: Name, fields: CommandFields<Name>): Promise<CommitResult>
  /** `seen` is the row as the form showed it when it opened: only fields that differ from it are sent. */
  update<Name extends EntityName>(entity: Name, seen: Row<Name>, fields: CommandFields<Name>): Promise<CommitResult>
  remove<Name extends EntityName>(entity: Name, seen: Row<Name>, counted?: Counted): Promise<CommitResult>

  readonly status: SyncStatus
  subscribeStatus(listener: () => void): Unsubscribe
  onRefused(listener: (refused: RefusedChange) => void): Unsubscribe
  /** Newest first: everything waiting, sent or needing attention, then what was settled lately. */
  outbox(): readonly OutboxEntry[]
  /**
   * The changes and files that did not reach the server, for `takeOver` on another device; `take` gets the bytes of the
   * files.
   */
  unsentWork(take: WriteBytes): Promise<UnsentWork>
  /**
   * Adds the changes and files of such a text to this device's own. Resolves when they are durable here; rejects when
   * none is.
   */
  takeOver(work: string, read: ReadBytes): Promise<AdoptResult>
  /**
   * Settles a conflict field by field: theirs discards the person's value, mine becomes a new change, which is accepted
   * if nobody else has written meanwhile. Changes that were held back with it or build on it go with it. Every group in
   * conflict needs a choice.
   */
  settle(changeId: string, choices: readonly Choice[]): Promise<CommitResult>
  /** For a change to a deleted record: restores the record and makes the change, in one change. */
  bringBack(changeId: string): Promise<CommitResult>
  /** For a change to a deleted record: creates a new record from what this device knew of it and the change. */
  makeNew(changeId: string): Promise<CommitResult>
  /** Replaces a conflicting or refused change by a new one with a fresh base. */
  retry(changeId: string): Promise<CommitResult>
  /** Discards a waiting, conflicting or refused change. */
  discard(changeId: string): Promise<void>
  /** Resets `status.resent` to 0, because the person has seen it. */
  acknowledgeResent(): Promise<void>
  /** Resets `status.lost` and `status.lostLately` to 0, because the person has seen it. */
  acknowledgeLost(): void
  /** Tries to sync now (button, online event, page visible again). */
  syncNow(): void
  /** Keeps the words of this window's open forms, by the form's place; they replace those kept before. */
  saveDrafts(drafts: Drafts): Promise<void>
  /** Takes over the words that a closed window left for the form at this place; null when there are none. */
  adoptDraft(place: string): Promise<DraftFields | null>
  /**
   * Call this when the browser's network comes or goes: requests on the old network are given up, and the server is
   * looked for.
   */
  networkChanged(): void
  /** Resumes sync after a sign-in of the same person. */
  resume(): void
  /** Set also when another window seals or wipes the database. A closed store stays closed; open a new one. */
  readonly isClosed: boolean
  close(): Promise<void>
}
