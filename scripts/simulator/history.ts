// Plays a recipe: the devices of one firm against the real server, one delivery at a time.
import { act, short } from './acts.ts'
import type { Backend } from './backend.ts'
import { carry, type Seam } from './carry.ts'
import { Clock } from './clock.ts'
import { Device, type Tab } from './device.ts'
import { createDice } from './dice.ts'
import { type Firm, linkInvestor, openFirm } from './firm.ts'
import { quiet } from './heal.ts'
import { HintWires } from './hint-wire.ts'
import { Network } from './network.ts'
import { Watch } from './oracle/watch.ts'
import type { Recipe, Step } from './recipe.ts'
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

  private constructor(backend: Backend, firm: Firm, clock: Clock, seam: Seam, seed: number, log: string[]) {
    this.log = log
    this.backend = backend
    this.firm = firm
    this.clock = clock
    this.seam = seam
    this.network = new Network(backend)
    this.wires = new HintWires(backend)
    this.watch = new Watch(backend.sql, firm)
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
    for (const device of history.devices) await device.openTab()
    await history.rest()
    // Most of them begin with everybody up to date, so that all there is to see may be worked on.
    if (seed % 5 !== 0) await quiet(history)
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
    }
  }

  /** Investors look more than they write. */
  #actor(who: number): Tab | undefined {
    const actors = who % 6 === 0 ? this.tabs : this.tabs.filter(({ person }) => person.role !== 'INVESTOR')
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
}
