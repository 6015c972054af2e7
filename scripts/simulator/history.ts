// Plays a recipe: the devices of one firm against the real server, one delivery at a time.
import type { Backend } from './backend.ts'
import type { Backup } from './backups.ts'
import type { Seam } from './carry.ts'
import { Clock } from './clock.ts'
import { Device, type Tab } from './device.ts'
import { createDice } from './dice.ts'
import { type Firm, openFirm } from './firm.ts'
import { quiet } from './heal.ts'
import { HintWires } from './hint-wire.ts'
import { type Call, Network } from './network.ts'
import { Watch } from './oracle/watch.ts'
import type { Recipe } from './recipe.ts'
import { shrinkLimits } from './small-limits.ts'
import { takeStep } from './take-step.ts'
import { themeFor } from './themes.ts'
import { settle } from './turns.ts'

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
  readonly backups: Backup[] = []
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
      const words = await takeStep(this, step)
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

  /** A device that sleeps needs room to wake up. */
  hasRoomFor(device: Device): boolean {
    const asleep = this.devices.filter((each) => each !== device && each.origins.length === 0)
    return this.devices.flatMap(({ origins }) => origins).length + asleep.length < mostTabs
  }
}
