// Plays a recipe: the devices of one firm against the real server, one delivery at a time.
import { roles } from '#schema/enumerations.ts'
import { act, short } from './acts.ts'
import type { Backend } from './backend.ts'
import { type Backup, backUp, restore } from './backups.ts'
import { carry, type Seam } from './carry.ts'
import { Clock } from './clock.ts'
import { Device, type Tab } from './device.ts'
import { createDice, type Dice } from './dice.ts'
import { type Firm, linkInvestor, openFirm, type Person } from './firm.ts'
import { quiet } from './heal.ts'
import { HintWires } from './hint-wire.ts'
import { giveRole, setActive, unlinkInvestor } from './narrow.ts'
import { type Call, Network } from './network.ts'
import { Watch } from './oracle/watch.ts'
import type { Recipe, Step } from './recipe.ts'
import { shrinkLimits } from './small-limits.ts'
import { themeFor } from './themes.ts'
import { passTurns, settle } from './turns.ts'

/** RxDB opens thirteen collections in a process, a tab needs three. */
const mostTabs = 4

export class History {
  readonly clock = new Clock()
  readonly network: Network
  readonly wires: HintWires
  readonly devices: Device[] = []
  readonly log: string[]
  readonly backend: Backend
  readonly firm: Firm
  readonly watch: Watch
  readonly seam: Seam
  /** Tabs of people who have shared a device; all that they did is sent. */
  readonly departed: Tab[] = []
  /** How often an older copy of the data came back. */
  restores = 0
  readonly #backups: Backup[] = []
  #growLimits = () => {}

  private constructor(backend: Backend, firm: Firm, clock: Clock, seam: Seam, seed: number, log: string[]) {
    this.log = log
    this.backend = backend
    this.firm = firm
    this.clock = clock
    this.seam = seam
    this.network = new Network(backend)
    this.wires = new HintWires(backend)
    this.watch = new Watch(backend.sql, firm)
    this.network.sent = (call) => this.#heed(call)
    const dice = createDice(seed * 31 + 7)
    const [ada, bo] = firm.staff
    const people = [ada, dice.chance(0.5) ? bo : ada, firm.investor]
    for (const [at, person] of people.entries())
      this.devices.push(new Device('ABI'[at]!, person, this, seed * 97 + at + 1))
  }

  static async begin(backend: Backend, seed: number, seam: Seam, log: string[]): Promise<History> {
    const clock = new Clock()
    backend.now = clock.now
    backend.surprises.length = 0
    const firm = await openFirm(backend, createDice(seed * 131 + 3), seed % 9 === 0)
    const history = new History(backend, firm, clock, seam, seed, log)
    history.#growLimits = shrinkLimits(createDice(seed * 17 + 5), themeFor(seed).small)
    try {
      for (const device of history.devices) await device.openTab()
      await history.rest()
      // Most of them begin with everybody up to date, so that all there is to see may be worked on.
      if (seed % 5 !== 0) await quiet(history)
    } catch (error) {
      await history.close()
      throw error
    }
    return history
  }

  get tabs(): Tab[] {
    return this.devices.flatMap((device) => device.tabs)
  }

  async play({ steps }: Recipe): Promise<void> {
    for (const step of steps) {
      const words = await this.#take(step)
      await this.rest()
      if (words) this.log.push(words)
      await this.watch.look(this)
    }
  }

  /** Until everybody rests and every stream is connected. */
  async rest(): Promise<void> {
    await settle()
    await this.wires.connect()
    await settle()
  }

  async close(): Promise<void> {
    this.#growLimits()
    await this.thaw()
    await Promise.all(this.tabs.map(({ store }) => store.close()))
    this.backend.streams.closeAll()
    await settle()
  }

  async #take(step: Step): Promise<string | undefined> {
    switch (step.kind) {
      case 'act':
        return this.#act(step)
      case 'carry':
        return carry(this, step)
      case 'hint':
        return this.wires.carry(step.which, step.isLost)
      case 'wait':
        await this.clock.advance(step.ms)
        return `${step.ms} ms pass`
      case 'sleep':
        await this.clock.sleep(step.hours * 3_600_000)
        return `${step.hours} hours pass, all lids closed`
      case 'crash':
        return this.#crash(step)
      case 'line':
        return this.#turnLine(this.devices[step.who % this.devices.length]!)
      case 'tab':
        return this.#turnTab(this.devices[step.who % this.devices.length]!)
      case 'worker':
        return this.#wakeWorker(this.devices[step.who % this.devices.length]!)
      case 'link':
        return this.#link(step.dice)
      case 'unlink':
        return this.#unlink(createDice(step.dice))
      case 'role':
        return this.#turnRole(createDice(step.dice))
      case 'account':
        return this.#turnAccount(this.devices[step.who % this.devices.length]!.person)
      case 'freeze':
        return this.#freeze(this.devices[step.who % this.devices.length]!, createDice(step.dice))
      case 'thaw':
        return this.thaw()
      case 'deaf':
        return this.#deafen(this.devices[step.who % this.devices.length]!, step.messages)
      case 'full':
        return this.#fill(this.devices[step.who % this.devices.length]!, step)
      case 'rot':
        return this.#rot(this.devices[step.who % this.devices.length]!, createDice(step.dice))
      case 'session':
        return this.#turnSession(this.devices[step.who % this.devices.length]!, createDice(step.dice))
      case 'back up':
        this.#backups.push(await backUp(this.backend, this.firm))
        return 'a backup is made'
      case 'restore':
        return this.#restore(step.which, step.isTold)
    }
  }

  /** Who was frozen hears what has come meanwhile. */
  async thaw(): Promise<string | undefined> {
    const frozen = this.tabs.filter(({ ear }) => ear.isFrozen)
    for (const { ear } of frozen) await ear.thaw()
    return frozen.length ? `${frozen.map(({ label }) => label).join()} thaws` : undefined
  }

  /** What it sees amiss is told with the next look: the sender is no place to fail. */
  #heed(call: Call): void {
    try {
      this.watch.sent(call)
    } catch (error) {
      this.devices.find(({ label }) => label === call.from.on)?.surprises.push(error)
    }
  }

  /** Investors look more than they write. */
  #actor(who: number): Tab | undefined {
    const awake = this.tabs.filter(({ ear }) => !ear.isFrozen)
    const actors = who % 6 === 0 ? awake : awake.filter(({ person }) => person !== this.firm.investor)
    return actors[who % actors.length]
  }

  async #act({ who, verb, dice }: Extract<Step, { kind: 'act' }>): Promise<string | undefined> {
    const tab = this.#actor(who)
    return tab && act(tab, verb, createDice(dice), this.firm.canary)
  }

  async #crash({ who, verb, turns, dice }: Extract<Step, { kind: 'crash' }>): Promise<string | undefined> {
    const tab = this.#actor(who)
    if (!tab) return undefined
    const { device } = tab
    const acting = { done: '' }
    void act(tab, verb, createDice(dice), this.firm.canary).then(
      (done) => (acting.done = done),
      () => {},
    )
    await passTurns(turns)
    device.crash(dice % 2 === 0)
    await settle()
    await device.openTab()
    return `${device.label} crashes ${turns} turns after it began to ${verb} (${acting.done || 'not done'}) and starts again`
  }

  #turnLine(device: Device): string {
    device.hasLine = !device.hasLine
    if (!device.hasLine) this.network.cut(device.origins)
    return `${device.label} ${device.hasLine ? 'is on the line again' : 'has lost its line'}`
  }

  async #turnTab(device: Device): Promise<string | undefined> {
    const [, second] = device.tabs
    if (second) {
      await device.closeTab(second)
      return `${second.label} is closed`
    }
    return this.hasRoomFor(device) ? `${(await device.openTab()).label} is opened` : undefined
  }

  /** A device that sleeps needs room to wake up. */
  hasRoomFor(device: Device): boolean {
    const asleep = this.devices.filter((each) => each !== device && each.origins.length === 0)
    return this.devices.flatMap(({ origins }) => origins).length + asleep.length < mostTabs
  }

  async #wakeWorker(device: Device): Promise<string | undefined> {
    if (device.worker) return undefined
    while (device.tabs[0]) await device.closeTab(device.tabs[0])
    await device.wakeWorker()
    return `the pages of ${device.label} are closed, its worker wakes`
  }

  async #link(dice: number): Promise<string> {
    const [free] = await this.watch.unlinkedInvestors(dice)
    if (!free) return 'no investor record to link'
    await linkInvestor(this.backend, this.firm, free)
    return `the investor is linked to ${short(free)} too`
  }

  async #unlink(dice: Dice): Promise<string> {
    const gone = await unlinkInvestor(this.backend, this.firm, dice)
    return gone ? `the investor is not linked to ${short(gone)} any more` : 'there is no link to end'
  }

  async #turnRole(dice: Dice): Promise<string> {
    const { person } = this.devices[1]!
    const role = dice.pick(roles.filter((each) => each !== person.role))
    await giveRole(this.backend, person, role)
    return `the person at B is ${role} now`
  }

  async #turnAccount(person: Person): Promise<string> {
    await setActive(this.backend, person, !person.isActive)
    if (person.isActive) this.signIn(person)
    return `the account of ${person.identity.email} is ${person.isActive ? 'open' : 'shut'}`
  }

  /** Where this person is signed in, their windows go on. */
  signIn(person: Person): void {
    for (const { store, device } of this.tabs.filter((tab) => tab.person === person))
      if (device.session === person) store.resume()
  }

  /** Somebody else signs in beside the one whose device it is, or that one again. */
  async #turnSession(device: Device, dice: Dice): Promise<string | undefined> {
    const others = [...this.firm.staff, this.firm.investor].filter((each) => each !== device.person && each.isActive)
    const next = device.session === device.person ? dice.pick(others) : device.person
    if (!next?.isActive) return undefined
    const [window] = device.tabs.filter(({ person }) => person === device.session)
    // A window may be left open, or become the other one's.
    if (window && (dice.chance(0.4) || !this.hasRoomFor(device))) await device.closeTab(window)
    device.session = next
    if (!device.tabs.some(({ person }) => person === next) && this.hasRoomFor(device)) await device.openTab()
    this.signIn(next)
    return `${next.identity.email} signs in at ${device.label}, where ${device.tabs.map(({ label, person }) => `${label} is of ${person.identity.email}`).join()}`
  }

  /** Whoever shared a device comes back to it once, and then its owner. */
  async bringGuestsBack(): Promise<void> {
    const shared = this.devices.filter(({ guests }) => guests.size > 0)
    for (const device of shared) while (device.tabs[0]) await device.closeTab(device.tabs[0])
    for (const device of shared) {
      for (const guest of device.guests) {
        device.session = guest
        const tab = await device.openTab()
        await this.rest()
        await quiet(this)
        this.departed.push(tab)
        await device.closeTab(tab)
      }
      device.session = device.person
    }
    for (const device of shared) await device.openTab()
    await this.rest()
  }

  /** The tab that syncs stands still; somebody looks at another one, and that one takes over. */
  async #freeze(device: Device, dice: Dice): Promise<string | undefined> {
    const { leader } = device
    if (!leader || leader.ear.isFrozen) return undefined
    if (device.tabs.length < 2 && this.hasRoomFor(device)) await device.openTab()
    leader.ear.freeze()
    const other = device.tabs.find(({ ear }) => !ear.isFrozen)
    if (!other || dice.chance(0.3)) return `${leader.label} freezes`
    await this.rest()
    other.store.syncNow()
    await this.clock.advance(dice.pick([1_000, 3_500]))
    return `${leader.label} freezes, ${other.label} asks for a sync`
  }

  #deafen(device: Device, messages: number): string {
    device.deafFor += messages
    return `${messages} messages between the tabs of ${device.label} will be lost`
  }

  #fill(device: Device, { turns, isOfOutbox }: Extract<Step, { kind: 'full' }>): string {
    device.disk.fill(turns, isOfOutbox)
    return `the disk of ${device.label} is full${isOfOutbox ? ' for its outbox' : ''}`
  }

  async #restore(which: number, isTold: boolean): Promise<string | undefined> {
    const backup = this.#backups[which % Math.max(1, this.#backups.length)]
    if (!backup) return undefined
    this.restores++
    // Every connection of the server ends with it; what the network repeats may still come.
    for (const call of this.network.calls.filter(({ back }) => back)) this.network.lose(call)
    await this.watch.restoring()
    await restore(this.backend, this.firm, backup, isTold)
    await this.watch.restored()
    return `an older copy of the data comes back, ${isTold ? 'and is told to be a new history' : 'and nobody says so'}`
  }

  async #rot(device: Device, dice: Dice): Promise<string | undefined> {
    if (!device.tabs.length) return undefined
    device.crash(true)
    await settle()
    const lost = device.disk.rot(device.person.identity.id, dice)
    device.isRotten ||= lost !== undefined
    await device.openTab()
    return `${device.label} crashes, and starts again without ${lost}`
  }
}
