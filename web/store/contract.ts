// What the rest of the web room and the service worker see of the store. Screens read tables and views, which live in
// memory, and write through `commit` and its short forms; nothing here waits for the network.
import type { AnyRow, Stamps } from '#schema/entity.ts'
import type { Issues } from '#schema/issues.ts'
import type { Operation, SignedIn, Verdict } from '#schema/protocol.ts'
import type { EntityName, Row } from '#schema/registry.ts'

/** Who works on this device. */
export type Identity = SignedIn

export type Unsubscribe = () => void

/** A row's mark: its change waits to be sent, or the server's answer needs a decision. */
export type Mark = 'waiting' | 'attention'

export interface Table<R extends AnyRow = AnyRow> {
  readonly size: number
  /** Rises with every change of the table, marks included. */
  readonly version: number
  /** The row as this device sees it: the server's state with the device's own waiting changes over it. */
  get(id: string): R | undefined
  all(): Iterable<R>
  /** Every row where it lies: each is good until the next. For sums and searches, which keep none. */
  scan(): Iterable<R>
  /** The rows whose reference field points to this id, found by index. */
  where(field: keyof R & string, id: string): readonly R[]
  mark(id: string): Mark | undefined
  /** The ids of rows with a mark. */
  marked(): ReadonlySet<string>
  subscribe(listener: () => void): Unsubscribe
}

export type SortKey = string | number | null

/** The key of the record that rows refer to: read once per record, however many rows there are. */
export type JoinedSort<R extends AnyRow> = {
  readonly [Name in EntityName]: {
    readonly via: keyof R & string
    readonly entity: Name
    readonly key: (other: Row<Name>) => SortKey
    /** For rows whose record is not on this device; null without it. */
    readonly otherwise?: (row: R) => SortKey
  }
}[EntityName]

export type SortBy<R extends AnyRow> = ((row: R) => SortKey) | JoinedSort<R>

/**
 * The functions are kept stable by the caller: with another one, all rows are read anew. The row that they are given is
 * good during the call.
 */
export interface ViewOptions<R extends AnyRow> {
  /** The key to sort by; money as `moneyKey(amount)`. Nulls last, ties by id. */
  readonly sortBy: SortBy<R>
  readonly descending?: boolean
  /** The text that the search looks in; folded once per row (NFKD, marks removed, lower case). */
  readonly searchText?: (row: R) => string
  readonly search?: string
  readonly filter?: (row: R) => boolean
  /** Tables that searchText or filter read through a reference of the row, so that rows follow their changes. */
  readonly joins?: readonly { readonly entity: EntityName; readonly via: keyof R & string }[]
}

export type ViewOrder<R extends AnyRow> = Pick<ViewOptions<R>, 'sortBy' | 'descending'>

/** Rows in order, of which only those become objects that are asked for. An array is one, too. */
export interface RowList<R extends AnyRow = AnyRow> {
  readonly length: number
  /** Another object whenever all rows were put in their places anew, by another search, order or filter. */
  readonly arranged?: object | undefined
  slice(first: number, end: number): readonly R[]
}

/** A sorted, searched list, kept up to date at a cost per change that does not grow with the number of rows. */
export interface View<R extends AnyRow = AnyRow> {
  /** Changed in place; `version` tells when. */
  readonly rows: RowList<R>
  /** Whether the rows are there. Sorting a long table takes slices of time, and no row is shown in a place it will leave. */
  readonly ready: boolean
  readonly version: number
  /** The rows stay as they are until what is wanted is ready; then listeners are told. */
  update(options: Partial<ViewOptions<R>>): void
  /** Somebody is about to ask for this order: it is made ahead, and not shown. */
  expect(order: ViewOrder<R>): void
  subscribe(listener: () => void): Unsubscribe
  close(): void
}

export type Connection =
  | 'starting'
  | 'online'
  /** The server has not answered for a while. */
  | 'slow'
  /** Nothing was heard of it for longer: it is being asked. */
  | 'checking'
  | 'offline'
  | 'signed-out'
  /** The browser's session is somebody else's. */
  | 'other-person'
  /** The server speaks to newer versions of the app only. */
  | 'too-old'

export interface SyncStatus {
  /** What sync achieves, not what navigator.onLine says. */
  readonly connection: Connection
  /** Whether the first set has come whole; until then figures are skeletons, never partial sums. */
  readonly complete: boolean
  /** Rows of the first set here and in all; null when nothing is being fetched or the total is unknown. */
  readonly progress: { readonly have: number; readonly total: number } | null
  readonly syncing: boolean
  /** This device has no room left for what should be kept on it. */
  readonly full: boolean
  /** The firm recovers from a restored backup, and the server decides later on some of what waits here. */
  readonly recovering: boolean
  readonly waiting: number
  readonly attention: number
  /** What a newer version of the app has entered on this device: kept, and sent by that version. */
  readonly unread: number
  /** How many changes of this device were sent again after a restored backup because the server no longer had them; 0 once seen. */
  readonly resent: number
  /** When the last pull or push succeeded, ms since 1970; null before. */
  readonly lastSync: number | null
}

/** What is said of a record: its fields by name, each as its parser takes it. */
export type FieldsOf<Name extends EntityName> = {
  readonly [Field in Exclude<keyof Row<Name>, keyof Stamps>]?: unknown
}

/** The ids of associated rows that a dialog named, by entity. */
export type Counted = { readonly [Name in EntityName]?: readonly string[] }

interface CreateAct<Name extends EntityName> {
  readonly op: 'create'
  readonly entity: Name
  /** Of `Store.newId`, for what other acts of the same change refer to. */
  readonly id?: string
  readonly fields: FieldsOf<Name>
}

interface UpdateAct<Name extends EntityName> {
  readonly op: 'update'
  readonly entity: Name
  /** The row as the form showed it when it opened: only fields that differ from it are sent. */
  readonly seen: AnyRow
  readonly fields: FieldsOf<Name>
}

interface DeleteAct {
  readonly op: 'delete'
  readonly entity: EntityName
  readonly seen: AnyRow
  readonly counted?: Counted
}

interface RestoreAct {
  readonly op: 'restore'
  readonly entity: EntityName
  readonly id: string
}

/** One thing that a person does to one record; several of them are one change, applied all or none. */
export type Act = { [Name in EntityName]: CreateAct<Name> | UpdateAct<Name> }[EntityName] | DeleteAct | RestoreAct

/** What a person decides of fields that conflicted. A field stands for the whole group that merges with it. */
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
  /** The id of the earlier change that took this one with it (SUPERSEDED); both are one entry of the inbox. */
  readonly because?: string
  /** What the records of this change were called when it was made, by id; those it refers to too. */
  readonly names: Readonly<Record<string, string>>
}

export type Outcome<T = { readonly changeId: string; readonly id: string }> =
  | ({ readonly ok: true } & T)
  /** The values are wrong: issues by field, `at` which act. Nothing was written. */
  | { readonly ok: false; readonly issues: Issues; readonly at?: number }

/** Something of this window's last minute came back conflicting or refused. */
export interface Refused {
  readonly changeId: string
  readonly verdict: Verdict
  readonly ops: readonly Operation[]
  readonly names: Readonly<Record<string, string>>
}

export type DraftFields = Readonly<Record<string, unknown>>
/** By the form's place: the fields that differ from what the form began with. */
export type Drafts = Readonly<Record<string, DraftFields>>

export interface Store {
  readonly identity: Identity
  table<Name extends EntityName>(name: Name): Table<Row<Name>>
  view<Name extends EntityName>(name: Name, options: ViewOptions<Row<Name>>): View<Row<Name>>
  /** Somebody is about to look at these: their rows are read while the page goes on drawing. */
  prepare(names: readonly EntityName[]): void

  /**
   * One change of up to 50 acts, applied all or none. Resolves when it is durable on this device; rejects when the local
   * write fails (full disk). `changeId` is empty when nothing differs from what was seen.
   */
  commit(acts: readonly Act[]): Promise<Outcome>
  /** An id for a row that a later act of the same change refers to. */
  newId(): string
  /** A change of one act, as the two below. */
  create<Name extends EntityName>(entity: Name, fields: FieldsOf<Name>): Promise<Outcome>
  /** `seen` is the row as the form showed it when it opened: only fields that differ from it are sent. */
  update<Name extends EntityName>(entity: Name, seen: AnyRow, fields: FieldsOf<Name>): Promise<Outcome>
  remove(entity: EntityName, seen: AnyRow, counted?: Counted): Promise<Outcome>

  readonly status: SyncStatus
  subscribeStatus(listener: () => void): Unsubscribe
  onRefused(listener: (refused: Refused) => void): Unsubscribe
  /** Newest first: everything waiting, sent or needing attention, then what was settled lately. */
  outbox(): readonly OutboxEntry[]
  /** The texts of what `status.unread` counts, for a file. */
  unread(): readonly string[]
  /**
   * Settles a conflict field by field: what is theirs is let go, what is mine becomes a new change that is accepted if
   * nobody else has written meanwhile. What was held back with it or built on it goes with it. Every group that
   * conflicted needs a choice.
   */
  settle(changeId: string, choices: readonly Choice[]): Promise<Outcome>
  /** Of a change to a record that is deleted: brings the record back and does the change, in one. */
  bringBack(changeId: string): Promise<Outcome>
  /** Of a change to a record that is deleted: makes a new record of what this device knew of it and the change. */
  makeNew(changeId: string): Promise<Outcome>
  /** Makes a new change of a conflicting or refused one, with a fresh base. */
  retry(changeId: string): Promise<Outcome>
  /** The person lets go of a waiting, conflicting or refused change. */
  discard(changeId: string): Promise<void>
  /** The person has seen `status.resent`; it counts from 0 again. */
  seeResent(): Promise<void>
  /** Tries to sync now (button, online event, visible again). */
  syncNow(): void
  /** Keeps the words of this window's open forms, by the form's place, instead of those that it kept before. */
  keepDrafts(drafts: Drafts): Promise<void>
  /** What a window that is gone has left of the form at this place, from now on this one's; null when there is nothing. */
  takeDraft(place: string): Promise<DraftFields | null>
  /** The browser's network came or went: what hangs on the old one is given up, and the server is looked for. */
  networkChanged(): void
  /** After a sign-in of the same person: sync resumes. */
  resume(): void
  /** Also by another window, which seals or wipes it: nothing brings it back, it is opened anew. */
  readonly isClosed: boolean
  close(): Promise<void>
}
