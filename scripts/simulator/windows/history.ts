// Three people of two firms in one browser.
import type { Backend } from '../server/backend.ts'
import { Clock } from '../device/clock.ts'
import { createDice } from '../dice.ts'
import { type Firm, openFirm, type Person } from '../server/firm.ts'
import { HintChannels } from '../network/hint-channels.ts'
import { assert } from '../oracle/violation.ts'
import { endedPerson } from '#schema/app/person-cookie.ts'
import { passTurns, settle } from '../turns.ts'
import { Browser } from './browser.ts'
import { begin } from './actions.ts'
import { portalResponse, type Portal } from './portal.ts'
import type { Fault, Recipe, Step } from './recipe.ts'
import type { Call } from './routes.ts'
import { Watch } from './watch.ts'
import type { Window } from './window.ts'

const maxWindows = 4

export class History {
  readonly backend: Backend
  readonly clock: Clock
  readonly hintChannels: HintChannels
  readonly browser: Browser
  readonly watch = new Watch()
  readonly firms: readonly [Firm, Firm]
  readonly people: readonly Person[]
  readonly log: string[]

  private constructor(backend: Backend, clock: Clock, firms: readonly [Firm, Firm], seed: number, log: string[]) {
    this.backend = backend
    this.clock = clock
    this.firms = firms
    this.log = log
    this.people = [firms[0].staff[0], firms[0].investor, firms[1].staff[0]]
    this.hintChannels = new HintChannels(backend)
    const dice = createDice(seed * 97 + 1)
    this.browser = new Browser(
      { backend, people: this.people, clock, hintChannels: this.hintChannels, dice },
      this.watch,
    )
    this.watch.browser = this.browser
  }

  static async begin(backend: Backend, seed: number, log: string[]): Promise<History> {
    const clock = new Clock()
    backend.now = clock.now
    backend.unexpectedErrors.length = 0
    const dice = createDice(seed * 131 + 3)
    const firms = [await openFirm(backend, dice, false), await openFirm(backend, dice, false)] as const
    const history = new History(backend, clock, firms, seed, log)
    await history.signIn(dice.pick(history.people))
    if (seed % 4 !== 0) await history.quiet()
    return history
  }

  async play({ steps }: Recipe): Promise<void> {
    for (const step of steps) {
      const description = await this.#take(step)
      if ('turns' in step && step.turns !== undefined && step.kind !== 'sign in' && step.kind !== 'crash')
        await passTurns(step.turns)
      else await this.waitUntilIdle()
      if (description) this.log.push(description)
    }
    await this.waitUntilIdle()
  }

  async waitUntilIdle(): Promise<void> {
    await settle()
    await this.backend.waitUntilIdle()
    await this.hintChannels.connect()
    await this.backend.waitUntilIdle()
    await settle()
    const [error] = this.backend.unexpectedErrors
    assert(error === undefined, () => `The server logs ${error}`)
    this.watch.look()
  }

  async close(): Promise<void> {
    this.browser.routes.cut()
    await Promise.all(this.browser.windows.splice(0).map((window) => window.close(false)))
    this.backend.streams.closeAll()
    await settle()
  }

  /** Time passes while something waits for a timer. */
  async quiet(): Promise<void> {
    const { routes, windows } = this.browser
    await this.waitUntilIdle()
    for (let steps = 0; ; steps++) {
      assert(steps < 400, () => `Does not come to rest: ${windows.map(describeWindow).join('; ')}`)
      const [call] = routes.calls
      if (call) this.log.push(`at last, ${await this.#carry(call, undefined)}`)
      else if (this.hintChannels.waiting) this.hintChannels.deliver(0, false)
      else if (windows.some(isBusy) && this.clock.next !== undefined) await this.clock.advance(this.clock.next)
      else return
      await this.waitUntilIdle()
    }
  }

  /** The window goes to the sign-in page and comes back with new cookies. */
  async signIn(person: Person, from?: Window, meanwhile: () => Promise<void> = async () => {}): Promise<void> {
    await settle()
    if (from) await this.browser.closeWindow(from, true)
    const takeCookies = await this.browser.beginSession(person)
    await meanwhile()
    takeCookies()
    this.watch.signsIn(person.identity)
    this.browser.openWindow()
  }

  async #take(step: Step): Promise<string | undefined> {
    const { browser } = this
    switch (step.kind) {
      case 'action':
        return this.#at(step.who, (window) => begin(this, window, step.action, step.dice))
      case 'sign in':
        return this.#signIn(step)
      case 'deliver': {
        await settle()
        const call = browser.routes.calls[step.which % Math.max(1, browser.routes.calls.length)]
        return call && this.#carry(call, step.fault)
      }
      case 'hint':
        return this.hintChannels.deliver(step.which, step.isLost)
      case 'open':
        return browser.windows.length < maxWindows ? `${browser.openWindow().label} is opened` : undefined
      case 'close':
        await settle()
        return this.#at(step.who, async (window) => {
          await browser.closeWindow(window, step.mayArrive)
          return `${window.label} is closed`
        })
      case 'crash':
        return this.#crash(step)
      case 'connection':
        return this.#turnLine()
      case 'wait':
        await settle()
        await this.clock.advance(step.ms)
        return `${step.ms} ms pass`
      case 'end session':
        await settle()
        await browser.endSession()
        return 'the server ends the session'
      case 'lose cookie':
        browser.cookieJar.losePerson()
        return 'the readable cookie is lost'
      case 'draft':
        return this.#at(step.who, (window) => this.#type(window))
    }
  }

  #at<T>(who: number, run: (window: Window) => T): T | undefined {
    const { windows } = this.browser
    const window = windows[who % Math.max(1, windows.length)]
    return window && run(window)
  }

  #type(window: Window): string | undefined {
    const { store, label } = window
    const firm = this.firms.find(({ tenantId }) => tenantId === store?.identity.tenantId)
    // Typing needs a visible form.
    if (!store || store.isClosed || !firm) return undefined
    window.draft = firm.canary()
    this.watch.typed(this.browser.personOf(store.identity.id), window.draft)
    return `a form in ${label} contains ${window.draft}`
  }

  async #signIn({ who, person, action, turns, dice }: Extract<Step, { kind: 'sign in' }>): Promise<string> {
    const { windows } = this.browser
    const isOwnWindow = windows.length >= maxWindows || dice % 3 === 0
    const from = isOwnWindow ? windows[who % windows.length] : undefined
    const next = this.people[person]!
    let begun = ''
    await this.signIn(next, from, async () => {
      const other = windows[(who >> 3) % Math.max(1, windows.length)]
      if (other && action) begun = begin(this, other, action, dice) ?? ''
      if (begun) await passTurns(turns)
    })
    const where = this.browser.windows.at(-1)!.label
    return `${next.identity.email} signs in, ${from ? `${from.label} becomes` : 'a new window is'} ${where}${begun && `, ${turns} turns after ${begun}`}`
  }

  async #crash({ who, action, turns, dice }: Extract<Step, { kind: 'crash' }>): Promise<string> {
    const begun = this.#at(who, (window) => begin(this, window, action, dice)) ?? ''
    await passTurns(turns)
    this.browser.crash(dice % 2 === 0)
    await settle()
    return `the browser crashes${begun && ` ${turns} turns after ${begun}`}, ${this.browser.openWindow().label} is opened`
  }

  #turnLine(): string {
    this.turnLine(!this.browser.isOnline)
    return `the browser is ${this.browser.isOnline ? 'online' : 'offline'}`
  }

  turnLine(isOnline: boolean): void {
    const { browser, watch } = this
    browser.isOnline = isOnline
    if (!isOnline) browser.routes.cut()
    for (const window of browser.windows) {
      window.store?.networkChanged()
      if (isOnline) watch.runs(window, 'look', window.look())
    }
  }

  async #carry(call: Call, fault: Fault | undefined): Promise<string> {
    const { routes } = this.browser
    const label = `${call.from.label} ${call.path.replace(/[?].*/, '')}`
    if (fault === 'leave') {
      routes.leave(call)
      return `${label} leaves`
    }
    if (fault === 'drop') {
      routes.lose(call)
      return `${label} is lost`
    }
    if (fault === 'portal' || fault === 'portal 401')
      return this.#respondAsPortal(call, portalResponse(fault, this.people[2]!.identity), label)
    if (fault === 'twice') routes.copy(call)
    if (!call.response) this.watch.responded(call, await routes.serve(call))
    const response = call.response!
    const outcome = `${label} ${response.status}${response.status === 200 ? '' : ` ${response.text.slice(0, 80)}`}`
    if (fault === 'serve') return `${outcome} waits to come back`
    if (fault === 'lose') routes.lose(call)
    else if (fault === 'gateway') routes.deliver(call, { status: 502, text: '', headers: {}, cookies: [] })
    else routes.deliver(call, response)
    return `${outcome} ${fault ?? ''}`
  }

  /** WHO6: a captive portal signs nobody out. */
  async #respondAsPortal(call: Call, response: Portal, label: string): Promise<string> {
    const wasIn = this.browser.windows.filter(isIn)
    const couldSend = wasIn.filter((window) => !isPaused(window))
    this.browser.routes.deliver(call, { ...response, cookies: [] })
    await settle()
    // After a sign-out every window leaves; one may have waited for this response.
    const mayGo = this.browser.cookieJar.person.read() === endedPerson
    for (const window of wasIn)
      assert(mayGo || isIn(window), () => `A portal signs ${window.label} out: ${describeWindow(window)}`)
    for (const window of couldSend)
      assert(!isPaused(window) || !window.store, () => `A portal pauses ${window.label}: ${describeWindow(window)}`)
    return `${label} meets a portal (${response.status})`
  }
}

const isIn = ({ session: { state } }: Window): boolean => state.kind === 'signed-in' || state.kind === 'other-person'

const isPaused = ({ store }: Window): boolean =>
  store?.status.connection === 'signed-out' || store?.status.connection === 'other-person'

function isBusy({ session: { state }, store }: Window): boolean {
  if (state.kind === 'loading') return true
  if (state.kind === 'other-person') return state.current === null
  if (!store) return false
  const { connection, syncing, hasAllRows, waiting } = store.status
  if (connection === 'signed-out' || connection === 'other-person') return false
  return connection !== 'online' || syncing || !hasAllRows || waiting > 0
}

export const describeWindow = ({ label, session: { state }, store }: Window): string =>
  `${label} ${state.kind} ${store ? `${store.identity.email} ${JSON.stringify(store.status)}` : ''}`
