// What a session is to the page around it, and what it needs of that.
import type { Identity, Store, Unsubscribe } from '#web/store/contract.ts'
import type { Sealed } from '#web/store/identity.ts'
import type { Leave, Leaver } from '#web/store/wipe.ts'
import type { PersonCookie } from './person-cookie.ts'
import type { AskWho } from './who.ts'

export type SessionState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'signed-in'; readonly store: Store }
  /** Somebody else has signed in in this browser; `now` is null until the server has said who. */
  | { readonly kind: 'other-person'; readonly was: Identity; readonly waiting: number; readonly now: Identity | null }
  | { readonly kind: 'failed'; readonly problem: unknown }

export interface SessionDeps {
  readonly askWho: AskWho
  readonly cookie: PersonCookie
  readonly remembered: () => Promise<Identity | null>
  readonly remember: (identity: Identity) => Promise<void>
  readonly open: (identity: Identity) => Promise<Store>
  /** Deletes everything of the person from this device, if nobody else has done it. */
  readonly wipe: (person: Leaver, leave: Leave) => Promise<void>
  /** Deletes the person's rows; what they have not sent stays until they return. */
  readonly seal: (identity: Identity, isGone: () => boolean) => Promise<void>
  readonly sealed: () => Promise<readonly Sealed[]>
  /** Keeps the words of open forms in the store that is about to close. */
  readonly keepDrafts: (store: Store) => Promise<void>
  /** Shows the app's own first page, without a network: an address is of the person who came to it. */
  readonly showFirstPage: () => void
  /** Calls once, soon. */
  readonly later: (run: () => void) => void
}

export interface Session {
  readonly state: SessionState
  subscribe(listener: () => void): Unsubscribe
  start(): Promise<void>
  /** Whenever another window may have changed who is signed in: the cookie is compared, the server asked if need be. */
  look(): Promise<void>
  /** The person goes on as whoever is signed in now. */
  continueAsOther(): Promise<void>
  logout(): Promise<void>
  /** Whose changes wait on this device for their return. */
  sealed(): Promise<readonly Sealed[]>
}
