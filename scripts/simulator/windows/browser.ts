import type { Backend } from '../server/backend.ts'
import type { Clock } from '../device/clock.ts'
import type { Dice } from '../dice.ts'
import { Disk } from '../device/disk.ts'
import type { Person } from '../server/firm.ts'
import type { HintChannels } from '../network/hint-channels.ts'
import { TabChannels } from '../device/tab-channels.ts'
import { TabLocks } from '../device/tab-locks.ts'
import { dropTurns } from '../turns.ts'
import { CookieJar } from './cookie-jar.ts'
import { Routes } from './routes.ts'
import type { Watch } from './watch.ts'
import { Window } from './window.ts'

const lostMessageShare = 0.15

interface PowerState {
  on: boolean
  readonly name: string
}

interface BrowserDeps {
  readonly backend: Backend
  readonly people: readonly Person[]
  readonly clock: Clock
  readonly hintChannels: HintChannels
  readonly dice: Dice
}

export class Browser {
  readonly cookieJar: CookieJar
  readonly disk = new Disk()
  readonly windows: Window[] = []
  readonly routes: Routes
  readonly clock: Clock
  readonly hintChannels: HintChannels
  readonly dice: Dice
  readonly watch: Watch
  isOnline = true
  power: PowerState = { on: true, name: 'boot1-' }
  locks = new TabLocks()
  channels = this.#newChannels()
  readonly #sessions = new Map<string, Person>()
  readonly #people: readonly Person[]
  readonly #backend: Backend
  #boots = 1
  #opened = 0

  constructor({ backend, people, clock, hintChannels, dice }: BrowserDeps, watch: Watch) {
    this.#backend = backend
    this.#people = people
    this.clock = clock
    this.hintChannels = hintChannels
    this.dice = dice
    this.watch = watch
    this.cookieJar = new CookieJar((personId) => watch.ends(personId))
    this.routes = new Routes(backend, this.cookieJar)
  }

  personOf(id: string): Person {
    return this.#people.find(({ identity }) => identity.id === id)!
  }

  /** Also after the session has ended. */
  ownerOf(secret: string | undefined): Person | undefined {
    return secret === undefined ? undefined : this.#sessions.get(secret)
  }

  /** The person of the browser's session, if the server still knows it. */
  async signedIn(): Promise<Person | undefined> {
    const { secret } = this.cookieJar
    const found = secret === undefined ? null : await this.#backend.sessions.find(secret)
    return found && 'person' in found ? this.ownerOf(secret) : undefined
  }

  /** The returned function sets the cookies. */
  async beginSession(person: Person): Promise<() => void> {
    const secret = (await this.#backend.sessions.begin(person.identity))!
    this.#sessions.set(secret, person)
    await this.endSession()
    return () => this.cookieJar.signIn(secret, person.identity.id)
  }

  async endSession(): Promise<void> {
    const { secret } = this.cookieJar
    const found = secret === undefined ? null : await this.#backend.sessions.find(secret)
    if (!found || !('sid' in found)) return
    await this.#backend.sessions.end(found.sid)
    this.#backend.streams.endSession(found.sid)
  }

  /** Does not wait until the window is ready. */
  openWindow(): Window {
    const window = new Window(this, `w${++this.#opened}`)
    this.windows.push(window)
    window.lookedAt = this.cookieJar.changes
    this.watch.runs(window, 'start', window.session.start())
    return window
  }

  async closeWindow(window: Window, mayArrive: boolean): Promise<void> {
    this.windows.splice(this.windows.indexOf(window), 1)
    await window.close(mayArrive)
  }

  #newChannels(): TabChannels {
    return new TabChannels(() => this.dice.chance(lostMessageShare))
  }

  crash(mayArrive: boolean): void {
    dropTurns()
    this.power.on = false
    this.watch.crashes()
    this.clock.forget(this.power)
    this.disk.powerOff()
    for (const window of this.windows.splice(0)) {
      window.isOpen = false
      window.listener.close()
      this.routes.abandon(window, mayArrive)
    }
    this.power = { on: true, name: `boot${++this.#boots}-` }
    this.locks = new TabLocks()
    this.channels = this.#newChannels()
  }
}
