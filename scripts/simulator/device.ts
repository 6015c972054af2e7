// A browser of one person: its disk, and the tabs that are open on it. It may lose its power and start again, lose its
// line, and have a clock that is wrong.
import { OPEN_COLLECTIONS } from 'rxdb/plugins/core'
import type { Store } from '#web/store/contract.ts'
import type { StoreDeps } from '#web/store/deps.ts'
import { rememberIdentity } from '#web/store/identity.ts'
import { openStore } from '#web/store/open.ts'
import { sendOutbox } from '#web/store/send-outbox.ts'
import type { AnyRow } from '#schema/entity.ts'
import type { Operation } from '#schema/protocol.ts'
import type { Seam } from './seam.ts'
import type { Clock } from './clock.ts'
import { createDice, type Dice, uuidFrom } from './dice.ts'
import { Disk } from './disk.ts'
import { Ear } from './ear.ts'
import type { Person } from './firm.ts'
import type { HintWires } from './hint-wire.ts'
import { isFeed, isPush, type Network, type Origin } from './network.ts'
import { Violation } from './oracle/violation.ts'
import { TabChannels } from './tab-channels.ts'
import { TabLocks } from './tab-locks.ts'
import { dropTurns } from './turns.ts'

export interface Surroundings {
  readonly clock: Clock
  readonly network: Network
  readonly wires: HintWires
  readonly seam: Seam
}

/** A form that was opened on a row, and shows what the row was then. */
export interface Form {
  readonly entity: 'projects' | 'investors' | 'investments' | 'documents' | 'valuations'
  readonly seen: AnyRow
}

export interface Tab extends Origin {
  readonly device: Device
  readonly store: Store
  readonly forms: Form[]
  /** The changes that were told here to be durable. */
  readonly promised: Set<string>
}

/** What a person did, as the device took it. */
export interface Deed {
  readonly author: Person
  readonly ops: readonly Operation[]
  /** The number of the row on the screen when the form opened; undefined when there was no form. */
  readonly saw: number | undefined
  /** The changes of which its tab had heard. */
  readonly knew: ReadonlySet<string>
}

/** What lasts from one start of the browser to the next crash. */
interface Power {
  on: boolean
  readonly name: string
  readonly locks: TabLocks
  readonly channels: TabChannels
}

export class Device {
  readonly label: string
  readonly person: Person
  readonly tabs: Tab[] = []
  /** The changes that were told to be durable, in the order in which they were made. */
  readonly promised = new Map<string, Deed>()
  /** What the person let go of, or made anew. */
  readonly letGo = new Set<string>()
  readonly surprises: unknown[] = []
  /** Whose session the browser has: two people may share it. */
  session: Person
  /** Who else has worked here. */
  readonly guests = new Set<Person>()
  hasLine = true
  /** So many messages between its tabs will be lost. */
  deafFor = 0
  /** A tab may not know what another one did. */
  hasMissed = false
  /** Its disk has lost a row. */
  isRotten = false
  /** The service worker, while it sends what no page is there to send. */
  worker: Origin | undefined
  readonly disk: Disk
  readonly #around: Surroundings
  readonly #skewMs: number
  /** Whether scripts can read whose session it is. */
  readonly #isCookieTold: boolean
  readonly #dice: Dice
  #boots = 0
  #power: Power

  constructor(label: string, person: Person, around: Surroundings, seed: number) {
    this.disk = new Disk(around.seam.isDiskLossy)
    this.label = label
    this.person = person
    this.session = person
    this.#around = around
    this.#dice = createDice(seed)
    this.#isCookieTold = this.#dice.chance(0.7)
    this.#skewMs = this.#dice.pick([0, 0, -3_600_000, 7_200_000, 90_000])
    this.#power = this.#boot()
  }

  readonly now = (): number => this.#around.clock.now() + this.#skewMs

  /** Every request under way is from one of these. */
  get origins(): readonly Origin[] {
    return this.worker ? [...this.tabs, this.worker] : this.tabs
  }

  /** A tab of whoever is signed in. */
  async openTab(): Promise<Tab> {
    const power = this.#power
    const person = this.session
    if (person !== this.person) this.guests.add(person)
    const opened = {
      device: this,
      label: `${this.label}${this.tabs.length + 1}`,
      on: this.label,
      person,
      ear: new Ear(),
      forms: [],
      promised: new Set<string>(),
    }
    const store = await this.#openStore(this.#deps(opened, power))
    const tab: Tab = Object.assign(opened, { store })
    this.tabs.push(tab)
    return tab
  }

  async #openStore(deps: StoreDeps): Promise<Store> {
    const { refused } = this.disk
    try {
      return await openStore(deps)
    } catch (error) {
      if (this.disk.refused === refused) throw error
      this.disk.empty()
      return openStore(deps)
    }
  }

  /** Whether a tab takes itself for the one that syncs; what comes to any other is thrown away. */
  leads(tab: Tab): boolean {
    return this.#power.locks.believes(tab)
  }

  /** The tab that syncs, if it is one. */
  get leader(): Tab | undefined {
    return this.tabs.find((tab) => this.#power.locks.isHeldBy(tab))
  }

  async closeTab(tab: Tab): Promise<void> {
    await tab.ear.thaw()
    this.tabs.splice(this.tabs.indexOf(tab), 1)
    this.#around.network.abandon(tab, true)
    await tab.store.close()
  }

  /** The browser wakes the worker: a change was made, and the last page may be gone. */
  async wakeWorker(): Promise<void> {
    const power = this.#power
    const worker = { label: `${this.label}w`, on: this.label, person: this.session, ear: new Ear() }
    this.worker = worker
    const deps = { ...this.#deps(worker, power), openHints: undefined }
    await rememberIdentity(deps.idb, deps.identity, deps.databasePrefix)
    const rest = () => {
      if (this.worker === worker) this.worker = undefined
    }
    // What is left unsent rejects, and the browser would wake it again.
    void sendOutbox(deps).then(rest, rest)
  }

  /** Everything stops where it is; only the disk stays. */
  crash(mayArrive: boolean): void {
    dropTurns()
    this.#power.on = false
    this.#around.clock.forget(this.#power)
    this.disk.powerOff()
    for (const origin of this.origins) {
      origin.ear.close()
      this.#around.network.abandon(origin, mayArrive)
    }
    this.tabs.length = 0
    this.worker = undefined
    // Nothing of it runs any more, but RxDB counts the collections that are open in a process.
    for (const collection of OPEN_COLLECTIONS)
      if (collection.database.name.startsWith(this.#prefix(this.#power.name))) OPEN_COLLECTIONS.delete(collection)
    this.#power = this.#boot()
  }

  #boot(): Power {
    const channels = new TabChannels(() => this.#isLost())
    return { on: true, locks: new TabLocks(), channels, name: `boot${++this.#boots}-` }
  }

  #isLost(): boolean {
    if (this.deafFor === 0) return false
    this.deafFor--
    this.hasMissed = true
    return true
  }

  #deps(origin: Origin, power: Power): StoreDeps {
    const { clock, network, wires } = this.#around
    return {
      identity: origin.person.identity,
      signedIn: async () => (this.#isCookieTold ? this.session.identity.id : null),
      fetch: (path, init) => {
        if (!power.on) return new Promise(() => {})
        this.#lookAtSender(origin, power, path)
        return this.hasLine
          ? network.send(origin, this.session, path, init)
          : Promise.reject(new TypeError('Failed to fetch'))
      },
      locks: power.locks.seenBy(origin, origin.ear),
      idb: this.disk.seenBy(power),
      timers: clock.timersOf(power, (news) => origin.ear.hear(news)),
      now: this.now,
      monotonic: clock.now,
      random: () => this.#dice.next(),
      newId: () => uuidFrom(this.#dice),
      today: () => new Date(this.now()).toISOString().slice(0, 10),
      openChannel: power.channels.seenBy(origin.ear),
      openHints: (path) =>
        wires.open(origin, path, clock.timersOf(power), {
          hasLine: () => this.hasLine,
          cookie: () => this.session.cookie,
        }),
      report: (error) => void (power.on && this.surprises.push(error)),
      databasePrefix: this.#prefix(power.name),
    }
  }

  /** SEND9: whoever does not hold the lock, and has heard so, neither reads nor sends. */
  #lookAtSender(origin: Origin, power: Power, path: string): void {
    if ((isFeed({ path }) || isPush({ path })) && !power.locks.believes(origin))
      this.surprises.push(new Violation(`${origin.label} asks for ${path} without the lock`))
  }

  #prefix(boot: string): string {
    return `${boot}${this.label}`
  }
}
