import type { Identity, Store, Unsubscribe } from '#web/store/base/contract.ts'
import type { SealedPerson } from '#web/store/disk/identity.ts'
import type { PendingSignOut, DepartingPerson } from '#web/store/wipe.ts'
import type { LeaseDeps } from './lease.ts'
import type { PersonCookie } from './person-cookie.ts'
import type { FetchSession } from './fetch-session.ts'

export type SessionState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'signed-in'; readonly store: Store }
  /** `now` is null until the server has named them. */
  | {
      readonly kind: 'other-person'
      readonly previous: Identity
      readonly waiting: number
      readonly current: Identity | null
    }
  /** The lease has expired. `isSignedOut`: the server says no one is signed in. */
  | { readonly kind: 'locked'; readonly identity: Identity; readonly isSignedOut: boolean }
  | { readonly kind: 'failed'; readonly problem: unknown }

export interface SessionDeps extends LeaseDeps {
  readonly fetchSession: FetchSession
  readonly cookie: PersonCookie
  readonly remembered: () => Promise<Identity | null>
  readonly remember: (identity: Identity) => Promise<void>
  readonly open: (identity: Identity) => Promise<Store>
  /** Does nothing if another window has done so. */
  readonly wipe: (person: DepartingPerson, leave: PendingSignOut) => Promise<void>
  /** Deletes the person's rows; their unsent changes stay until they return. */
  readonly evictPerson: (identity: Identity, isGone: () => boolean) => Promise<void>
  readonly sealed: () => Promise<readonly SealedPerson[]>
  readonly saveDrafts: (store: Store) => Promise<void>
  /** Works offline; the current address belongs to the previous person. */
  readonly showFirstPage: () => void
  /** Reloads, because only a new page releases its hold on files. False if no page would load offline. */
  readonly reload: () => boolean
  readonly retryLater: (run: () => void) => void
}

export interface Session {
  readonly state: SessionState
  subscribe(listener: () => void): Unsubscribe
  start(): Promise<void>
  /** Compares the cookie and checks with the server if needed: another window may have changed who is signed in. */
  check(): Promise<void>
  refresh(): Promise<void>
  continueAsOther(): Promise<void>
  signOut(): Promise<void>
  locksAt(identity: Identity): Promise<number>
  sealed(): Promise<readonly SealedPerson[]>
}
