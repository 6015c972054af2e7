// What a session offers the page, and what it needs from the page.
import type { Identity, Store, Unsubscribe } from '#web/store/base/contract.ts'
import type { SealedPerson } from '#web/store/disk/identity.ts'
import type { Leave, DepartingPerson } from '#web/store/wipe.ts'
import type { LeaseDeps } from './lease.ts'
import type { PersonCookie } from './person-cookie.ts'
import type { AskSession } from './ask-session.ts'

export type SessionState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'signed-in'; readonly store: Store }
  /** Somebody else has signed in in this browser; `now` is null until the server has said who. */
  | { readonly kind: 'other-person'; readonly was: Identity; readonly waiting: number; readonly now: Identity | null }
  /** The firm's lease is over: nothing opens until the server has been heard; `isOut` when it says that nobody is signed in. */
  | { readonly kind: 'locked'; readonly identity: Identity; readonly isOut: boolean }
  | { readonly kind: 'failed'; readonly problem: unknown }

export interface SessionDeps extends LeaseDeps {
  readonly askSession: AskSession
  readonly cookie: PersonCookie
  readonly remembered: () => Promise<Identity | null>
  readonly remember: (identity: Identity) => Promise<void>
  readonly open: (identity: Identity) => Promise<Store>
  /** Deletes all data of the person from this device, unless another window has done so. */
  readonly wipe: (person: DepartingPerson, leave: Leave) => Promise<void>
  /** Deletes the person's rows; their unsent changes stay until they return. */
  readonly seal: (identity: Identity, isGone: () => boolean) => Promise<void>
  readonly sealed: () => Promise<readonly SealedPerson[]>
  /** Saves the words of open forms in the store before it closes. */
  readonly saveDrafts: (store: Store) => Promise<void>
  /** Shows the app's first page, without the network: the current address belongs to the previous person. */
  readonly showFirstPage: () => void
  /**
   * Leaves this page for a new one, because only that lets go of what it still holds of files. False where no new one
   * would come without the network.
   */
  readonly beginAnew: () => boolean
  /** Calls `run` once, soon. */
  readonly later: (run: () => void) => void
}

export interface Session {
  readonly state: SessionState
  subscribe(listener: () => void): Unsubscribe
  start(): Promise<void>
  /**
   * To call when another window may have changed who is signed in: compares the cookie and asks the server when needed.
   */
  look(): Promise<void>
  /** To call when something about the person has changed: asks the server and shows what it says. */
  refresh(): Promise<void>
  /** Lets the person who is signed in now continue in this window. */
  continueAsOther(): Promise<void>
  logout(): Promise<void>
  /** When the device locks itself, in ms since 1970 by its clock; Infinity when it never does. */
  lockedAt(identity: Identity): Promise<number>
  /** The people whose changes wait on this device for their return. */
  sealed(): Promise<readonly SealedPerson[]>
}
