// Independent of the app.
import type { Identity, Store } from '#web/store/base/contract.ts'
import type { EntityName } from '#schema/registry.ts'
import type { Person } from '../server/firm.ts'
import { assert, Violation } from '../oracle/violation.ts'
import { seenEntities } from '../oracle/projection.ts'
import type { Session } from '#web/session/session-contract.ts'
import type { Disk } from '../device/disk.ts'
import { type CookieJar, secretIn } from './cookie-jar.ts'
import type { Call, ResponseWithCookies } from './routes.ts'

const canaries = /canary([0-9a-f]{12})x\d+y/g
const ended = 'ended'

const wordsIn = (text: string): [word: string, marker: string][] =>
  [...text.matchAll(canaries)].map(([word, marker]) => [word, marker!])

const markerOf = ({ tenantId }: Identity): string => tenantId.slice(-12)

export interface CommittedWord {
  readonly author: Person
  readonly word: string
  /** Set when its author has signed out and agreed to lose unsent changes. */
  isExcused: boolean
}

interface WatchedWindow {
  readonly label: string
  readonly session: Session
  readonly store: Store | undefined
  readonly lookedAt: number
  readonly isOpen: boolean
  readonly draft: string | undefined
  readonly address: Identity | undefined
}

interface Shared {
  readonly cookieJar: CookieJar
  readonly disk: Disk
  readonly windows: readonly WatchedWindow[]
  personOf(id: string): Person
  ownerOf(secret: string | undefined): Person | undefined
}

export class Watch {
  readonly authors = new Map<string, Person>()
  readonly committed = new Map<string, CommittedWord>()
  browser!: Shared
  /** Per record, every name it ever had, and who has worked on it. */
  readonly #names = new Map<string, Set<string>>()
  readonly #touched = new Map<string, Set<string>>()
  readonly #sealed = new Set<string>()
  readonly #deleting = new Set<string>()
  /** People who have signed out, and those who have signed in since. */
  readonly #leaving = new Set<string>()
  readonly #back = new Set<string>()
  /** Windows opened for a person who had signed out. */
  readonly #reopened = new Set<WatchedWindow>()
  readonly #openings: { readonly id: string; isOver: boolean }[] = []
  readonly #drafts = new Map<string, Set<string>>()
  #unsavedDrafts: { readonly id: string; readonly word: string }[] = []
  readonly #problems: unknown[] = []

  typed(author: Person, word: string): void {
    this.authors.set(word, author)
  }

  worksOn(author: Person, id: string, ...names: string[]): void {
    const names0 = this.#names.get(id) ?? new Set()
    this.#names.set(id, names0)
    for (const name of names) names0.add(name)
    const ids = this.#touched.get(author.identity.id) ?? new Set()
    this.#touched.set(author.identity.id, ids.add(id))
  }

  promises(changeId: string, author: Person, word: string): void {
    this.committed.set(changeId, { author, word, isExcused: this.#leaving.has(author.identity.id) })
  }

  signsOut(identity: Identity): void {
    this.#leaving.add(identity.id)
    this.#back.delete(identity.id)
    this.#drafts.delete(identity.id)
    this.#unsavedDrafts = this.#unsavedDrafts.filter(({ id }) => id !== identity.id)
    for (const promise of this.committed.values())
      if (promise.author.identity.id === identity.id) promise.isExcused = true
  }

  signsIn({ id }: Identity): void {
    if (this.#leaving.has(id)) this.#back.add(id)
  }

  wiping({ id, email }: Identity): void {
    this.#deleting.add(id)
    this.#note(this.#leaving.has(id), () => `${email} did not sign out, but their data was wiped from the device`)
  }

  /** Call the result when everything is deleted. A window that opens meanwhile creates databases again. */
  wipes(identity: Identity): () => void {
    const { id, email } = identity
    const [active, begun] = [this.#opening(id), this.#openings.length]
    return () => {
      if (active > 0 || this.#openings.slice(begun).some((opening) => opening.id === id)) return
      const left = this.#databasesOf(identity)
      this.#note(left.length === 0, () => `${email} is wiped from the device, which still contains ${left.join()}`)
    }
  }

  #opening(id: string): number {
    return this.#openings.filter((opening) => opening.id === id && !opening.isOver).length
  }

  /** Call what it returns when the store is open. */
  opens({ id }: Identity, window: WatchedWindow): () => void {
    const opening = { id, isOver: false }
    this.#openings.push(opening)
    this.#sealed.delete(id)
    this.#deleting.delete(id)
    if (this.#back.delete(id)) this.#leaving.delete(id)
    // After a sign-out meanwhile, the window closes immediately.
    this.#reopened[this.#leaving.has(id) ? 'add' : 'delete'](window)
    return () => void (opening.isOver = true)
  }

  sealed(identity: Identity): void {
    this.#sealed.add(identity.id)
    this.#checkSealed(identity)
  }

  hidesDraft({ id }: Identity, word: string): void {
    if (!this.#leaving.has(id)) this.#unsavedDrafts.push({ id, word })
  }

  crashes(): void {
    for (const opening of this.#openings) opening.isOver = true
    this.#unsavedDrafts.splice(0)
  }

  /** WHO4: a returning person finds their own words and nobody else's. */
  findsDraft({ id, email }: Identity, word: string | undefined): void {
    const draft = this.#drafts.get(id)
    assert(
      word === undefined ? !draft : this.authors.get(word)?.identity.id === id,
      () => `${email} finds ${word} in the form instead of ${[...(draft ?? [])].join()}`,
    )
  }

  /** WHO7: nobody ends another person's session. */
  ends(id: string): void {
    const { email } = this.browser.personOf(id).identity
    this.#note(this.#leaving.has(id), () => `${email} did not sign out, but their session is marked to end`)
  }

  deletes({ id }: Identity): void {
    this.#deleting.add(id)
  }

  reportProblem(window: WatchedWindow, problem: unknown): void {
    // The message to close the store may be lost.
    const isTaken = window.store && this.#deleting.has(window.store.identity.id)
    if (isTaken && (problem as Error).name === 'DatabaseClosedError') return
    this.#problems.push(new Violation(`${window.label} reports ${(problem as Error).stack ?? String(problem)}`))
  }

  runs(window: WatchedWindow, label: string, work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      if (window.isOpen)
        this.#problems.push(
          new Violation(`${window.label} fails to ${label}: ${(error as Error).stack ?? String(error)}`),
        )
    })
  }

  /** WHO4: what the cookie forbids leaves the screen before the window waits. */
  checkWindow({ label, store }: WatchedWindow): void {
    const person = this.browser.cookieJar.person.read()
    if (!store || person === null || person === ended) return
    this.#note(
      store.identity.id === person,
      () => `${label} has compared the cookie, but still shows data of ${store.identity.email}`,
    )
  }

  /** WHO1: the server accepts nothing from a store whose user is not the session's. */
  responded(call: Call, { status, text }: ResponseWithCookies): void {
    const session = this.browser.ownerOf(secretIn(call.cookies!))
    assert(status < 500, () => `The server responds to ${call.path} with ${status}: ${text}`)
    for (const [word, marker] of wordsIn(text))
      assert(session?.identity.tenantId.endsWith(marker) === true, () => `Another firm receives ${word}`)
    if (!call.person || status === 401 || status === 403) return
    assert(
      session === call.person,
      () => `${call.path} of ${call.person!.identity.email} is processed (${status}) for ${session?.identity.email}`,
    )
  }

  look(): void {
    const [problem] = this.#problems.splice(0)
    if (problem) throw problem
    for (const { id, word } of this.#unsavedDrafts.splice(0))
      this.#drafts.set(id, (this.#drafts.get(id) ?? new Set()).add(word))
    const { windows, cookieJar } = this.browser
    const person = cookieJar.person.read()
    for (const window of windows) {
      const { label, session, store, lookedAt } = window
      const { state } = session
      assert(
        state.kind !== 'failed',
        () => `${label} failed: ${String(state.kind === 'failed' && (state.problem as Error).stack)}`,
      )
      if (!store) continue
      this.#checkRows(label, store)
      assert(!this.#reopened.has(window), () => `${store.identity.email} has signed out, but gets in again in ${label}`)
      assert(
        !window.address || window.address.id === store.identity.id,
        () => `${store.identity.email} starts in ${label} at an address of ${window.address!.email}`,
      )
      if (person === null || person === ended || lookedAt < cookieJar.changes) continue
      assert(
        store.identity.id === person,
        () =>
          `${label} has looked since ${this.browser.personOf(person).identity.email} signed in, and is open for ${store.identity.email}`,
      )
    }
    for (const id of this.#sealed) this.#checkSealed(this.browser.personOf(id).identity)
    const [late] = this.#problems.splice(0)
    if (late) throw late
  }

  /** After a sign-out the data is off the disk, and the session ends with the first request. */
  checkDeparted(signedIn: Person | undefined): void {
    const { id, email } = signedIn?.identity ?? {}
    const { cookieJar, windows } = this.browser
    const isToEnd = cookieJar.person.read() === ended && windows.length === 0
    assert(
      !id || !this.#leaving.has(id) || this.#back.has(id) || isToEnd,
      () => `${email} has signed out, but their session can still be used`,
    )
    for (const id of this.#leaving) {
      const left = this.#databasesOf(this.browser.personOf(id).identity)
      assert(
        left.length === 0,
        () => `${this.browser.personOf(id).identity.email} has signed out, but the disk still contains ${left.join()}`,
      )
    }
  }

  /** WHO5: once a window knows who is signed in, the disk holds no rows of others. */
  checkOthers({ identity }: Person): void {
    for (const [name, text] of this.browser.disk.texts()) {
      if (!name.endsWith('--feed') || name.includes(identity.id)) continue
      const [word] = wordsIn(text)
      assert(word === undefined, () => `${identity.email} is signed in, but ${name} still contains ${word![0]}`)
    }
  }

  #checkRows(label: string, store: Store): void {
    for (const entity of seenEntities)
      for (const row of store.table(entity as EntityName).all())
        for (const [word, marker] of wordsIn(JSON.stringify(row)))
          assert(marker === markerOf(store.identity), () => `${label} shows ${word} to ${store.identity.email}`)
  }

  /** WHO5: typed values and those they replaced may stay. */
  #checkSealed(identity: Identity): void {
    const touched = [...(this.#touched.get(identity.id) ?? [])]
    const theirs = new Set(touched.flatMap((id) => [...(this.#names.get(id) ?? [])]))
    for (const [name, text] of this.browser.disk.texts()) {
      if (!name.includes(identity.id)) continue
      const isOutbox = name.endsWith('--outbox')
      for (const [word] of wordsIn(text))
        this.#note(
          this.authors.get(word)?.identity.id === identity.id ? !name.endsWith('--feed') : isOutbox && theirs.has(word),
          () => `${identity.email} is sealed, but ${name} still contains ${word}`,
        )
    }
  }

  #databasesOf({ id }: Identity): string[] {
    return [...this.browser.disk.texts().keys()].filter((name) => name.includes(id))
  }

  /** Thrown later, because the code under watch must not fail. */
  #note(isSo: boolean, otherwise: () => string): void {
    if (!isSo) this.#problems.push(new Violation(otherwise()))
  }
}
