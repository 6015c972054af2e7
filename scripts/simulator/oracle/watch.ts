// Rules that hold at every moment: for each response, and on each device after each step.
import type { Sql } from '../server/backend.ts'
import type { Firm, Person } from '../server/firm.ts'
import type { Device, Tab } from '../device/device.ts'
import { type ServerResponse, type Call, isFeed, type Network } from '../network/network.ts'
import type { Release } from '../versions/release.ts'
import { readServerState, type Verdict } from './server-state.ts'
import { wasEverSeen } from './ever-seen.ts'
import { checkPersisted } from './persisted-verdicts.ts'
import { SendOrder } from './send-order.ts'
import { Past } from './past.ts'
import { checkPage, type Page } from './pages.ts'
import { Positions } from './positions.ts'
import { Scopes } from './scopes.ts'
import { investorsOf, type Rows, seenEntities, visibleRows } from './projection.ts'
import { assert, Violation } from './violation.ts'
import { checkTypedTexts } from './typed-texts.ts'
import { checkPending } from './pending-changes.ts'

const canaries = /canary([0-9a-f]{12})x\d+y/g
const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

interface WatchedState {
  readonly devices: readonly Device[]
  readonly tabs: readonly Tab[]
  readonly backend: { readonly unexpectedErrors: readonly string[] }
  readonly restores: number
  readonly network: Network
}

export class Watch {
  readonly #sql: Sql
  readonly #firm: Firm
  readonly #release: Release | undefined
  readonly #positions = new Positions()
  readonly #exposed = new Map<string, Set<string>>()
  readonly #numbers = new Map<string, number>()
  readonly #scopes: Scopes
  readonly #order = new SendOrder()
  readonly past = new Past()

  constructor(sql: Sql, firm: Firm, release?: Release) {
    this.#release = release
    this.#sql = sql
    this.#firm = firm
    this.#scopes = new Scopes(sql, release)
  }

  async served(call: Call, response: ServerResponse, given: ServerResponse): Promise<void> {
    this.#checkResponse(call, response, given)
    const { person } = call.from
    if (isFeed(call)) await this.#scopes.announce(person, response.text)
    if (person.role !== 'INVESTOR') return this.#recordExposed(call, given)
    const now = await visibleRows(this.#sql, call.from.person)
    await this.#guard(call, given, [now])
    checkReturnedRows(call, given, now)
  }

  /** PUSH3: repeating another person's change returns no verdict on it. */
  borrowed({ status, text }: ServerResponse): void {
    if (status !== 200) return
    for (const { id, code } of (JSON.parse(text) as { results: Verdict[] }).results)
      assert(code === 'DUPLICATE', () => `Another person receives the verdict on ${id}`)
  }

  async restoring(): Promise<void> {
    this.past.addEpoch(await readServerState(this.#sql, this.#firm.tenantId))
  }

  /** Only changes in the restored copy count as decided. */
  async restored(): Promise<void> {
    const copy = await readServerState(this.#sql, this.#firm.tenantId)
    const { verdicts } = copy
    this.past.addCopy(copy)
    this.#order.forget((id) => !verdicts.has(id))
    for (const id of this.#numbers.keys()) if (!verdicts.has(id)) this.#numbers.delete(id)
  }

  async race(calls: readonly Call[], serve: (call: Call) => Promise<ServerResponse>): Promise<void> {
    const before = await visibleRows(this.#sql, this.#firm.investor)
    const responses = await Promise.all(calls.map(serve))
    const after = await visibleRows(this.#sql, this.#firm.investor)
    for (const [at, call] of calls.entries()) {
      this.#checkResponse(call, responses[at]!, responses[at]!)
      const { person } = call.from
      if (person === this.#firm.investor) await this.#guard(call, responses[at]!, [before, after])
      else this.#recordExposed(call, responses[at]!)
    }
  }

  #checkResponse(call: Call, response: ServerResponse, { status, text }: ServerResponse): void {
    this.past.recordRequest(call)
    const isUndecided = text.includes('"NEWER"') && this.#release?.isMigrated
    assert(status < 500 || isUndecided === true, () => `The server responds to ${call.path} with ${status}`)
    for (const [word, marker] of text.matchAll(canaries))
      assert(marker === this.#firm.marker, () => `A response contains a word of another firm: ${word}`)
    if (call.body && response.status === 200)
      this.#release?.checkVerdicts(call.body, (JSON.parse(response.text) as { results: Verdict[] }).results)
    if (isFeed(call) && status === 200) checkPage(call.path, JSON.parse(text) as Page)
    if (call.body && response.status === 200)
      for (const { id, number, verdict } of (JSON.parse(response.text) as { results: Verdict[] }).results)
        if (number !== null && verdict !== 'conflict') this.#numbers.set(id, number)
    if (call.body && response.status === 200) {
      this.#order.judgedFor(call.from.on)
      this.#order.decided((JSON.parse(response.text) as { results: Verdict[] }).results.map(({ id }) => id))
    }
    if (call.body && response.text.includes('"HELD"'))
      this.#order.handedIn(call.from.on, (JSON.parse(response.text) as { ids: string[] }).ids)
  }

  sent(call: Call): void {
    this.#order.sent(call)
  }

  #recordExposed({ from, body }: Call, { text }: ServerResponse): void {
    const exposed = this.#exposedTo(from.person)
    for (const word of wordsIn(`${body ?? ''} ${text}`)) exposed.add(word)
  }

  #exposedTo({ identity }: Person): Set<string> {
    const exposed = this.#exposed.get(identity.id) ?? new Set([identity.id])
    this.#exposed.set(identity.id, exposed)
    return exposed
  }

  async look({ devices, tabs, backend, restores, network }: WatchedState): Promise<void> {
    assert(backend.unexpectedErrors.length === 0, () => `The server logs ${backend.unexpectedErrors[0]}`)
    for (const device of devices) this.#checkUnexpectedLogs(device, restores)
    for (const device of devices) {
      checkPersisted(device)
      this.#positions.look(device)
    }
    await this.#scopes.check()
    for (const tab of tabs) this.#checkOwners(tab)
    for (const tab of tabs) checkPending(tab, network.failedChanges)
    for (const tab of tabs.filter(({ listener }) => !listener.isFrozen)) checkTypedTexts(tab, this.#numbers)
  }

  #checkUnexpectedLogs(device: Device, restores: number): void {
    const { unexpectedErrors, label, disk, hasLostRow } = device
    const isExpected = (error: unknown) =>
      !(error instanceof Violation) &&
      ((disk.refused > 0 && /Abort|Quota|could not be written/.test(String(error))) ||
        (hasLostRow && String(error).includes('differ from the server')) ||
        (restores > 1 && String(error).includes('began anew')))
    const [first] = unexpectedErrors.splice(0).filter((each) => !isExpected(each))
    assert(first === undefined, () => `${label} reports ${(first as Error).stack ?? String(first)}`)
  }

  /** WHO2: the investor's screen shows only what was sent to the investor. */
  #checkOwners({ label, person, store }: Tab): void {
    if (person !== this.#firm.investor) return
    const exposed = this.#exposedTo(person)
    for (const entity of seenEntities)
      for (const { id, number } of store.table(entity as 'projects').all())
        assert(
          number === 0 || exposed.has(id),
          () => `${label} shows ${entity} ${id}, which was never sent to its user`,
        )
  }

  checkArrival(call: Call, response: ServerResponse): void {
    if (isFeed(call) && response.status === 409) this.#scopes.refused(call, response)
  }

  async unlinkedInvestors(dice: number): Promise<string[]> {
    const linked = await investorsOf(this.#sql, this.#firm.investor)
    const rows = await this.#sql<{ id: string }[]>`
      select id from investors where tenant_id = ${this.#firm.tenantId} and deleted_at is null and id <> all(${linked}) order by n, id`
    return rows.length ? [rows[dice % rows.length]!.id] : []
  }

  async #wasEverVisible(person: Person, word: string, text: string): Promise<boolean> {
    const isEnd = new RegExp(`"${word}",\\d+,null\\]`).test(text)
    return isEnd && (await wasEverSeen(this.#sql, person, word))
  }

  /** No byte for an investor contains what they may not see, not even an id. */
  async #guard({ from, body }: Call, { text }: ServerResponse, visibilities: readonly Rows[]): Promise<void> {
    const exposed = this.#exposedTo(from.person)
    for (const word of wordsIn(body ?? '')) exposed.add(word)
    const rows = visibilities.flatMap((visibility) => [...visibility.values()])
    const allowed = new Set(rows.flatMap((row) => wordsIn(JSON.stringify(row))))
    const inHead = new Set(wordsIn(/"epoch":"[^"]*"/.exec(text)?.[0] ?? ''))
    for (const word of wordsIn(text)) {
      const isTheirs =
        allowed.has(word) ||
        exposed.has(word) ||
        inHead.has(word) ||
        (await this.#wasEverVisible(from.person, word, text))
      assert(isTheirs, () => `The investor receives ${word}, which they may not see`)
      exposed.add(word)
    }
  }
}

/** A row for the investor equals the stored one, with exactly the readable fields. */
function checkReturnedRows(call: Call, { status, text }: ServerResponse, now: Rows): void {
  if (!isFeed(call) || status !== 200) return
  const { rows, older } = JSON.parse(text) as Page
  for (const [entity, id, number, fields] of rows) {
    const row = now.get(`${entity} ${id}`)
    const isSame =
      fields === null || (row !== undefined && sameValues({ ...(older ? row : {}), ...fields, id, number }, row))
    const problem = () => `The investor receives ${entity} ${JSON.stringify(fields)} instead of ${JSON.stringify(row)}`
    assert(isSame, problem)
  }
}

function sameValues(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => a[name] === b[name])
}

const wordsIn = (text: string): string[] => [...text.matchAll(canaries), ...text.matchAll(uuids)].map(([word]) => word)
