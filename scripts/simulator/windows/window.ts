import type { Session } from '#web/session/session-contract.ts'
import { createSession } from '#web/session/session.ts'
import { createFetchSession } from '#web/session/fetch-session.ts'
import type { Identity, Store } from '#web/store/base/contract.ts'
import type { StoreDeps } from '#web/store/base/deps.ts'
import {
  forgetSealed,
  rememberContact,
  rememberedContact,
  rememberedIdentity,
  rememberIdentity,
  sealedPeople,
} from '#web/store/disk/identity.ts'
import { openStore } from '#web/store/open.ts'
import { evictPerson } from '#web/store/evict-person.ts'
import { wipe } from '#web/store/wipe.ts'
import { type Dice, uuidFrom } from '../dice.ts'
import { Listener } from '../device/listener.ts'
import type { Clock } from '../device/clock.ts'
import type { Disk } from '../device/disk.ts'
import type { Person } from '../server/firm.ts'
import type { HintChannels } from '../network/hint-channels.ts'
import type { TabChannels } from '../device/tab-channels.ts'
import type { TabLocks } from '../device/tab-locks.ts'
import type { CookieJar } from './cookie-jar.ts'
import type { Routes } from './routes.ts'
import type { Watch } from './watch.ts'

const timeoutMs = 15_000
const checkAgainMs = 4_000
export const draftKey = 'new'
const never = () => new Promise<never>(() => {})

interface Home {
  readonly cookieJar: CookieJar
  readonly disk: Disk
  readonly routes: Routes
  readonly clock: Clock
  readonly hintChannels: HintChannels
  readonly dice: Dice
  readonly watch: Watch
  readonly locks: TabLocks
  readonly channels: TabChannels
  readonly power: { readonly name: string; readonly on: boolean }
  readonly isOnline: boolean
  personOf(id: string): Person
}

export class Window {
  readonly label: string
  readonly listener = new Listener()
  readonly session: Session
  /** The last cookie change that it has seen. */
  lookedAt = -1
  draft: string | undefined
  /** Whose record its address names; undefined for the first page. */
  address: Identity | undefined
  isOpen = true
  readonly #browser: Home
  readonly #power: { readonly name: string; readonly on: boolean }

  constructor(browser: Home, label: string) {
    this.label = label
    this.#browser = browser
    const { power, cookieJar } = browser
    this.#power = power
    const shared = this.#shared
    const { idb, databasePrefix: prefix } = shared
    this.session = createSession({
      fetchSession: createFetchSession((path, init) => this.#requestSession(path as string, init ?? {})),
      cookie: cookieJar.person,
      remembered: () => rememberedIdentity(idb, prefix),
      remember: (identity) => rememberIdentity(idb, identity, prefix),
      open: (identity) => this.#open(identity),
      wipe: async (person, leave) => {
        const { identity } = browser.personOf(person.id)
        const isOpen = () => leave.isOpen() && (browser.watch.wiping(identity), true)
        const wiped = browser.watch.wipes(identity)
        if ((await wipe(shared, person, { ...leave, isOpen })) === 'gone') wiped()
      },
      evictPerson: async (identity, isGone) => {
        browser.watch.deletes(identity)
        await evictPerson(shared, identity, isGone)
        if (isGone()) browser.watch.sealed(identity)
      },
      sealed: () => sealedPeople(idb, prefix),
      saveDrafts: (store) => store.saveDrafts(this.draft ? { [draftKey]: { name: this.draft } } : {}),
      showFirstPage: () => (this.address = undefined),
      reload: () => false,
      contact: () => rememberedContact(idb, prefix),
      saveContact: (contact) => rememberContact(idb, contact, prefix),
      now: shared.now,
      retryLater: (run) => void shared.timers.setTimeout(run, checkAgainMs),
    })
    this.session.subscribe(() => this.#onStateChange())
  }

  #onStateChange(): void {
    const { state } = this.session
    if (state.kind === 'signed-in') return
    if (this.draft && state.kind === 'other-person') this.#browser.watch.hidesDraft(state.previous, this.draft)
    this.draft = undefined
  }

  get store(): Store | undefined {
    const { state } = this.session
    return state.kind === 'signed-in' ? state.store : undefined
  }

  look(): Promise<void> {
    this.lookedAt = this.#browser.cookieJar.changes
    const checked = this.session.check()
    this.#browser.watch.checkWindow(this)
    return checked
  }

  /** Work under way runs to its end. */
  async close(mayArrive: boolean): Promise<void> {
    this.isOpen = false
    this.#browser.routes.abandon(this, mayArrive)
    await this.store?.close()
  }

  get #shared() {
    const { clock, disk, locks, channels, power, dice } = this.#browser
    return {
      idb: disk.seenBy(power),
      locks: locks.seenBy(this, this.listener),
      timers: clock.timersOf(power, (event) => this.listener.receive(event)),
      openChannel: channels.seenBy(this.listener),
      databasePrefix: `${power.name}W`,
      newId: () => uuidFrom(dice),
      now: clock.now,
    }
  }

  async #requestSession(path: string, init: RequestInit): Promise<Response> {
    const { routes } = this.#browser
    if (!this.#isAlive) return never()
    // The signal follows real time; here the history's time counts.
    const { signal: _, ...rest } = init
    const controller = new AbortController()
    const { timers } = this.#shared
    const timer = timers.setTimeout(() => controller.abort(), timeoutMs)
    try {
      if (!this.#browser.isOnline) throw new TypeError('Failed to fetch')
      return await routes.send(this, undefined, path, { ...rest, signal: controller.signal })
    } finally {
      timers.clearTimeout(timer)
    }
  }

  async #open(identity: Identity): Promise<Store> {
    if (!this.#isAlive) return never()
    const shared = this.#shared
    const opened = this.#browser.watch.opens(identity, this)
    await forgetSealed(shared.idb, identity.id, shared.databasePrefix)
    const store = await openStore(this.#storeDeps(identity)).finally(opened)
    return this.#isAlive ? store : never()
  }

  #storeDeps(identity: Identity): StoreDeps {
    const { clock, routes, hintChannels, cookieJar, dice, watch } = this.#browser
    const person = this.#browser.personOf(identity.id)
    const shared = this.#shared
    const origin = { label: this.label, on: 'W', person, listener: this.listener }
    return {
      ...shared,
      identity,
      fetch: (path, init) => {
        if (!this.#isAlive) return never()
        return this.#browser.isOnline
          ? routes.send(this, person, path, init)
          : Promise.reject(new TypeError('Failed to fetch'))
      },
      signedIn: () => cookieJar.person.read(),
      onOtherPerson: () => void (this.#isAlive && this.look()),
      monotonic: clock.now,
      random: () => dice.next(),
      today: () => new Date(clock.now()).toISOString().slice(0, 10),
      openHints: (path) =>
        hintChannels.open(origin, path, shared.timers, {
          isOnline: () => this.#browser.isOnline,
          cookie: () => cookieJar.cookie,
        }),
      report: (error) => void (this.#isAlive && watch.reportProblem(this, error)),
    }
  }

  get #isAlive(): boolean {
    return this.isOpen && this.#power.on
  }
}
