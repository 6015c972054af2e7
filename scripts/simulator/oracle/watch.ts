// What must hold at every moment of a history: in each answer, and on each device after each step.
import type { Sql } from '../backend.ts'
import type { Firm } from '../firm.ts'
import type { History } from '../history.ts'
import { type Answer, type Call, isFeed, type Origin } from '../network.ts'
import type { Verdict } from './books.ts'
import { lookAtPage, type Page } from './pages.ts'
import { investorsOf, type Rows, visibleRows } from './projection.ts'
import { hold } from './violation.ts'
import { lookAtOwnWords } from './own-words.ts'

const canaries = /canary([0-9a-f]{12})x\d+y/g
const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

export class Watch {
  readonly #sql: Sql
  readonly #firm: Firm
  /** How far each tab had come in each set, by what it asked for. */
  readonly #positions = new Map<Origin, Map<string, number>>()
  /** Every id and canary that the investor's person was told or said. */
  readonly #told = new Set<string>()
  /** The numbers that the server gave to changes. */
  readonly #given = new Map<string, number>()

  constructor(sql: Sql, firm: Firm) {
    this.#sql = sql
    this.#firm = firm
    this.#told.add(firm.investor.identity.id)
  }

  /** What the server answered, and what of it goes onto the wire. */
  async served(call: Call, answer: Answer, given: Answer): Promise<void> {
    this.#take(call, answer, given)
    if (call.from.person.role !== 'INVESTOR') return
    const now = await visibleRows(this.#sql, call.from.person)
    this.#guard(call, given, [now])
    lookAtRows(call, given, now)
  }

  /** The same for requests that reach the server together: what may be seen changes under them. */
  async race(calls: readonly Call[], serve: (call: Call) => Promise<Answer>): Promise<void> {
    const before = await visibleRows(this.#sql, this.#firm.investor)
    const answers = await Promise.all(calls.map(serve))
    const after = await visibleRows(this.#sql, this.#firm.investor)
    for (const [at, call] of calls.entries()) {
      this.#take(call, answers[at]!, answers[at]!)
      if (call.from.person.role === 'INVESTOR') this.#guard(call, answers[at]!, [before, after])
    }
  }

  #take(call: Call, answer: Answer, { status, text }: Answer): void {
    hold(status < 500, () => `The server answers ${status} to ${call.path}`)
    for (const [word, mark] of text.matchAll(canaries))
      hold(mark === this.#firm.mark, () => `A word of another firm in an answer: ${word}`)
    if (isFeed(call)) {
      this.#follow(call)
      if (status === 200) lookAtPage(call.path, JSON.parse(text) as Page)
    }
    if (call.body && answer.status === 200)
      for (const { id, number, verdict } of (JSON.parse(answer.text) as { results: Verdict[] }).results)
        if (number !== null && verdict !== 'conflict') this.#given.set(id, number)
  }

  /** Every device, while it rests. */
  async look({ devices, tabs, backend }: History): Promise<void> {
    hold(backend.surprises.length === 0, () => `The server logs ${backend.surprises[0]}`)
    for (const { surprises, label } of devices)
      hold(surprises.length === 0, () => `${label} reports ${(surprises[0] as Error).stack ?? String(surprises[0])}`)
    for (const tab of tabs) lookAtOwnWords(tab, this.#given)
  }

  async unlinkedInvestors(dice: number): Promise<string[]> {
    const linked = await investorsOf(this.#sql, this.#firm.investor)
    const rows = await this.#sql<{ id: string }[]>`
      select id from investors where tenant_id = ${this.#firm.tenantId} and deleted_at is null and id <> all(${linked}) order by n, id`
    return rows.length ? [rows[dice % rows.length]!.id] : []
  }

  /** A tab asks onward, never back, and begins a set once. */
  #follow({ from, path, back }: Call): void {
    if (!back) return
    const { searchParams } = new URL(path, 'http://server')
    const set = `${searchParams.get('epoch')} ${searchParams.get('scope')}`
    const after = Number(searchParams.get('after'))
    const positions = this.#positions.get(from) ?? new Map<string, number>()
    this.#positions.set(from, positions)
    const before = positions.get(set) ?? 0
    hold(after >= before, () => `${from.label} goes back from ${before} to ${after}`)
    positions.set(set, after)
  }

  /** Nothing that the investor's person may not see in any byte, not even an id. */
  #guard({ body }: Call, { text }: Answer, sights: readonly Rows[]): void {
    for (const word of wordsIn(body ?? '')) this.#told.add(word)
    const rows = sights.flatMap((sight) => [...sight.values()])
    const allowed = new Set(rows.flatMap((row) => wordsIn(JSON.stringify(row))))
    const inHead = new Set(wordsIn(/"epoch":"[^"]*"/.exec(text)?.[0] ?? ''))
    for (const word of wordsIn(text)) {
      const isTheirs = allowed.has(word) || this.#told.has(word) || inHead.has(word)
      hold(isTheirs, () => `The investor is told ${word}, which is not for their eyes`)
      this.#told.add(word)
    }
  }
}

/** A row of the investor's page is what is stored now, and holds the fields that they may read, no more and no less. */
function lookAtRows(call: Call, { status, text }: Answer, now: Rows): void {
  if (!isFeed(call) || status !== 200) return
  for (const [entity, id, number, fields] of (JSON.parse(text) as Page).rows) {
    const row = now.get(`${entity} ${id}`)
    const isSo = fields === null || (row !== undefined && sameValues({ ...fields, id, number }, row))
    const said = () => `The investor is given ${entity} ${JSON.stringify(fields)} where ${JSON.stringify(row)} is`
    hold(isSo, said)
  }
}

function sameValues(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => a[name] === b[name])
}

const wordsIn = (text: string): string[] => [...text.matchAll(canaries), ...text.matchAll(uuids)].map(([word]) => word)
