import type { Store } from '#web/store/base/contract.ts'
import type { StoreDeps } from '#web/store/base/deps.ts'
import type { Row } from '#schema/registry.ts'
import type { Operation } from '#schema/sync/protocol.ts'
import type { Seam } from '../seam.ts'
import { cipherOf } from './cipher.ts'
import type { Clock } from './clock.ts'
import { createDice, type Dice, uuidFrom } from '../dice.ts'
import { type DeviceProgram, presentProgram } from './device-program.ts'
import { Disk } from './disk.ts'
import { Listener } from './listener.ts'
import type { Person } from '../server/firm.ts'
import type { HintChannels } from '../network/hint-channels.ts'
import { isFeed, isPush, type Network, type Origin } from '../network/network.ts'
import { Violation } from '../oracle/violation.ts'
import { TabChannels } from './tab-channels.ts'
import { TabLocks } from './tab-locks.ts'
import { dropTurns } from '../turns.ts'

export interface DeviceDeps {
  readonly clock: Clock
  readonly network: Network
  readonly hintChannels: HintChannels
  readonly seam: Seam
}

export interface Form<Name extends FormEntity = FormEntity> {
  readonly entity: Name
  readonly seen: Row<Name>
}

type FormEntity = 'projects' | 'investors' | 'investments' | 'documents' | 'valuations'

export interface Tab extends Origin {
  readonly device: Device
  readonly program: DeviceProgram
  readonly store: Store
  readonly forms: Form[]
  readonly committed: Set<string>
}

export interface CommittedAction {
  readonly author: Person
  readonly ops: readonly Operation[]
  readonly seenNumber: number | undefined
  readonly knownIds: ReadonlySet<string>
}

interface PowerState {
  on: boolean
  readonly name: string
  readonly locks: TabLocks
  readonly channels: TabChannels
}

export class Device {
  readonly label: string
  readonly person: Person
  readonly tabs: Tab[] = []
  readonly committed = new Map<string, CommittedAction>()
  readonly discarded = new Set<string>()
  readonly unexpectedErrors: unknown[] = []
  session: Person
  readonly guests = new Set<Person>()
  isOnline = true
  messagesToLose = 0
  hasMissed = false
  hasLostRow = false
  worker: Origin | undefined
  readonly disk: Disk
  program: DeviceProgram = presentProgram
  get release(): boolean {
    return this.program.knows !== undefined
  }
  readonly #around: DeviceDeps
  readonly #skewMs: number
  readonly #isCookieReadable: boolean
  readonly #dice: Dice
  #boots = 0
  #power: PowerState

  constructor(label: string, person: Person, around: DeviceDeps, seed: number) {
    this.disk = new Disk(around.seam.isDiskLossy, seed % 3 === 0 ? cipherOf(seed) : undefined)
    this.label = label
    this.person = person
    this.session = person
    this.#around = around
    this.#dice = createDice(seed)
    this.#isCookieReadable = this.#dice.chance(0.7)
    this.#skewMs = this.#dice.pick([0, 0, -3_600_000, 7_200_000, 90_000])
    this.#power = this.#boot()
  }

  readonly now = (): number => this.#around.clock.now() + this.#skewMs

  get origins(): readonly Origin[] {
    return this.worker ? [...this.tabs, this.worker] : this.tabs
  }

  async openTab(): Promise<Tab> {
    const power = this.#power
    const person = this.session
    if (person !== this.person) this.guests.add(person)
    const opened = {
      device: this,
      program: this.program,
      label: `${this.label}${this.tabs.length + 1}`,
      on: this.label,
      person,
      listener: new Listener(),
      forms: [],
      committed: new Set<string>(),
    }
    const store = await this.#openStore(this.#deps(opened, power))
    const tab: Tab = Object.assign(opened, { store })
    this.tabs.push(tab)
    return tab
  }

  async #openStore(deps: StoreDeps): Promise<Store> {
    const { refused } = this.disk
    try {
      return await this.program.openStore(deps)
    } catch (error) {
      if (this.disk.refused === refused) throw error
      this.disk.empty()
      return this.program.openStore(deps)
    }
  }

  /** Whether a tab believes that it is the leader; responses to others are discarded. */
  leads(tab: Tab): boolean {
    return this.#power.locks.hasLock(tab)
  }

  get leader(): Tab | undefined {
    return this.tabs.find((tab) => this.#power.locks.isHeldBy(tab))
  }

  async closeTab(tab: Tab): Promise<void> {
    await tab.listener.thaw()
    this.tabs.splice(this.tabs.indexOf(tab), 1)
    this.#around.network.abandon(tab, true)
    await tab.store.close()
  }

  /** The browser wakes the worker, because a change was made and the last page may be closed. */
  async wakeWorker(): Promise<void> {
    const power = this.#power
    const worker = { label: `${this.label}w`, on: this.label, person: this.session, listener: new Listener() }
    this.worker = worker
    const deps = { ...this.#deps(worker, power), openHints: undefined }
    await this.program.rememberIdentity(deps.idb, deps.identity, deps.databasePrefix)
    const rest = () => {
      if (this.worker === worker) this.worker = undefined
    }
    // A browser would wake it again after a rejection.
    void this.program.sendUnsent(deps).then(rest, rest)
  }

  crash(mayArrive: boolean): void {
    dropTurns()
    this.#power.on = false
    this.#around.clock.forget(this.#power)
    this.disk.powerOff()
    for (const origin of this.origins) {
      origin.listener.close()
      this.#around.network.abandon(origin, mayArrive)
    }
    this.tabs.length = 0
    this.worker = undefined
    this.#power = this.#boot()
  }

  #boot(): PowerState {
    const channels = new TabChannels(() => this.#isLost())
    return { on: true, locks: new TabLocks(), channels, name: `boot${++this.#boots}-` }
  }

  #isLost(): boolean {
    if (this.messagesToLose === 0) return false
    this.messagesToLose--
    this.hasMissed = true
    return true
  }

  #deps(origin: Origin, power: PowerState): StoreDeps {
    const { clock, network, hintChannels } = this.#around
    return {
      identity: origin.person.identity,
      signedIn: async () => (this.#isCookieReadable ? this.session.identity.id : null),
      fetch: (path, init) => {
        if (!power.on) return new Promise(() => {})
        this.#checkSender(origin, power, path)
        return this.isOnline
          ? network.send(origin, this.session, path, init)
          : Promise.reject(new TypeError('Failed to fetch'))
      },
      locks: power.locks.seenBy(origin, origin.listener),
      idb: this.disk.seenBy(power),
      codec: this.disk.cipher,
      timers: clock.timersOf(power, (event) => origin.listener.receive(event)),
      now: this.now,
      monotonic: clock.now,
      random: () => this.#dice.next(),
      newId: () => uuidFrom(this.#dice),
      today: () => new Date(this.now()).toISOString().slice(0, 10),
      openChannel: power.channels.seenBy(origin.listener),
      openHints: (path) =>
        hintChannels.open(origin, path, clock.timersOf(power), {
          isOnline: () => this.isOnline,
          cookie: () => this.session.cookie,
        }),
      report: (error) => void (power.on && this.unexpectedErrors.push(error)),
      databasePrefix: this.#prefix(power.name),
    }
  }

  /** SEND9: a context that knows that it has no lock neither reads nor sends. */
  #checkSender(origin: Origin, power: PowerState, path: string): void {
    if ((isFeed({ path }) || isPush({ path })) && !power.locks.hasLock(origin))
      this.unexpectedErrors.push(new Violation(`${origin.label} requests ${path} without the lock`))
  }

  #prefix(boot: string): string {
    return `${boot}${this.label}`
  }
}
