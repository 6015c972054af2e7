import type { Backend } from '../server/backend.ts'
import type { Backup } from '../server/backups.ts'
import type { Seam } from '../seam.ts'
import { Clock } from '../device/clock.ts'
import { Device, type Tab } from '../device/device.ts'
import { createDice } from '../dice.ts'
import type { Firm } from '../server/firm.ts'
import { HintChannels } from '../network/hint-channels.ts'
import { type Call, Network } from '../network/network.ts'
import { Watch } from '../oracle/watch.ts'
import { settle } from '../turns.ts'
import type { Release } from '../versions/release.ts'

const maxTabs = 4

export class History {
  readonly clock = new Clock()
  readonly network: Network
  readonly hintChannels: HintChannels
  readonly devices: Device[] = []
  readonly log: string[]
  readonly backend: Backend
  readonly firm: Firm
  readonly watch: Watch
  readonly seam: Seam
  readonly release: Release | undefined
  readonly departed: Tab[] = []
  restores = 0
  readonly backups: Backup[] = []
  growLimits = () => {}

  constructor(backend: Backend, firm: Firm, clock: Clock, seam: Seam, seed: number, log: string[], release?: Release) {
    this.release = release
    this.log = log
    this.backend = backend
    this.firm = firm
    this.clock = clock
    this.seam = seam
    this.network = new Network(backend)
    this.hintChannels = new HintChannels(backend)
    this.watch = new Watch(backend.sql, firm, release)
    this.network.sent = (call) => this.#recordSent(call)
    const dice = createDice(seed * 31 + 7)
    const [ada, bo] = firm.staff
    const people = [ada, dice.chance(0.5) ? bo : ada, firm.investor]
    for (const [at, person] of people.entries())
      this.devices.push(new Device('ABI'[at]!, person, this, seed * 97 + at + 1))
  }

  get tabs(): Tab[] {
    return this.devices.flatMap((device) => device.tabs)
  }

  /** Nothing runs and every stream is connected. */
  async waitUntilIdle(): Promise<void> {
    await settle()
    await this.backend.waitUntilIdle()
    await this.hintChannels.connect()
    await this.backend.waitUntilIdle()
    await settle()
  }

  async close(): Promise<void> {
    this.growLimits()
    this.release?.close()
    await this.thaw()
    await Promise.all(this.tabs.map(({ store }) => store.close()))
    this.backend.streams.closeAll()
    await settle()
  }

  async thaw(): Promise<string | undefined> {
    const frozen = this.tabs.filter(({ listener }) => listener.isFrozen)
    for (const { listener } of frozen) await listener.thaw()
    return frozen.length ? `${frozen.map(({ label }) => label).join()} thaws` : undefined
  }

  /** Reported later, because the sender must not fail. */
  #recordSent(call: Call): void {
    try {
      this.watch.sent(call)
    } catch (error) {
      this.devices.find(({ label }) => label === call.from.on)?.unexpectedErrors.push(error)
    }
  }

  hasRoomFor(device: Device): boolean {
    const asleep = this.devices.filter((each) => each !== device && each.origins.length === 0)
    return this.devices.flatMap(({ origins }) => origins).length + asleep.length < maxTabs
  }
}
