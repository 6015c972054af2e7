// A miniature server in memory: numbers and their marks, the feed, verdicts by merge groups, restored backups, and
// faults of networks. It knows nothing of the store.
import { effectOf, referencesIn } from '#schema/acts.ts'
import type { Moved } from '#schema/effect.ts'
import { groupOf, type Link } from '#schema/entity.ts'
import { digestOf, isDigested } from '#schema/digest.ts'
import { serverDefaults } from '#schema/parse.ts'
import {
  type Change,
  type Conflict,
  type FeedRow,
  fieldsOf,
  type Known,
  type Operation,
  personHeader,
  protocolHeader,
  unsentHeader,
  type Verdict,
} from '#schema/protocol.ts'
import { entityNamed } from '#schema/registry.ts'

export type Fault =
  /** The request never arrives. */
  | { readonly kind: 'drop' }
  /** The request is carried out, but its answer is lost. */
  | { readonly kind: 'lose' }
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly body?: unknown
      readonly headers?: Record<string, string>
    }
  /** The request, or its answer, arrives only then. */
  | { readonly kind: 'late'; readonly what: 'request' | 'answer'; readonly until: Promise<unknown> }
  /** A captive portal answers with a page of its own. */
  | { readonly kind: 'portal'; readonly status: number; readonly headers?: Record<string, string> }
  /** A black hole: the request is taken and never answered. */
  | { readonly kind: 'hang' }
  /** The body begins and then stalls. */
  | { readonly kind: 'stall' }
  /** The body breaks off in the middle. */
  | { readonly kind: 'truncate' }

export interface Asked {
  readonly path: string
  readonly query: URLSearchParams
  /** The person named in the request. */
  readonly person: string | null
  /** How many changes the device says it has not sent; null when it does not say. */
  readonly unsent: string | null
  readonly body: { readonly client: string; readonly known?: Known; readonly changes: readonly Change[] } | undefined
  readonly text: string
}

export interface Called {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
  /** By which it recognises what is asked again. */
  readonly key: string | null
}

export interface Answered {
  readonly status: number
  readonly body: unknown
  readonly headers?: Record<string, string>
}

interface Stored {
  readonly entity: string
  readonly id: string
  number: number
  fields: Record<string, unknown> | null
  /** The fields of a deleted row, and the number of the change that deleted it. */
  gone?: { readonly fields: Record<string, unknown>; readonly number: number; moved?: readonly Moved[] }
}

/** Browsers have no setImmediate. */
const later = globalThis.setImmediate ?? ((run: () => void) => setTimeout(run))

type Failure = Omit<Verdict, 'id' | 'verdict' | 'number'>

export class Server {
  number = 0
  epoch = 'epoch-1'
  scope = 'scope-1'
  narrowed = false
  durable = 0
  /** While it recovers, a change with `was` or `behind` whose row or parent is missing is decided later. */
  recovering = false
  /** What only a later version of it can decide. */
  isNewer: (operation: Operation) => boolean = () => false
  /** The person named in conflicts as the author of theirs, and when. */
  writer: { readonly by: string; readonly at: string } | undefined
  rowsPerPage = 5_000
  /** Whether another node may know more of what this person may read. */
  older = false
  /** Its clock; undefined when it says no time. */
  now: (() => number) | undefined
  signedIn = 'user-1'
  /** The person named in answers; undefined for answers without one. */
  person: string | undefined
  /** Rows that this viewer may see; the others are never mentioned. */
  shows: (row: { readonly entity: string; readonly id: string }) => boolean = () => true
  /** Refuses operations with these words. */
  verdictOf: (operation: Operation) => Failure | undefined = () => undefined
  /** What this viewer may not write, whether they may see it or not. */
  forbids: (operation: Operation) => boolean = () => false
  /** Answers calls of the API besides sync. */
  call: (asked: Called) => Answered | undefined = () => undefined
  readonly asked: Asked[] = []
  readonly rows = new Map<string, Stored>()
  #verdicts = new Map<string, { readonly text: string; readonly verdict: Verdict }>()
  /** The mark of each number; no two histories have the same. */
  #marks: string[] = ['mark-0']
  #marksMade = 0
  readonly #faults: { readonly path: RegExp; readonly fault: Fault; times: number }[] = []
  /** The rows before the change that is being decided. */
  #held = new Map<string, Stored | undefined>()
  /** While this is set, answers wait for it. */
  gate: Promise<void> | undefined

  /** The next requests to this path meet a fault. */
  fault(path: RegExp, fault: Fault, times = 1): void {
    this.#faults.push({ path, fault, times })
  }

  heal(): void {
    this.#faults.length = 0
  }

  requests(path: RegExp): Asked[] {
    return this.asked.filter((asked) => path.test(asked.path))
  }

  /** Somebody else's write: rows that share one number; null deletes. */
  write(...rows: readonly (readonly [entity: string, id: string, fields: Record<string, unknown> | null])[]): number {
    this.number++
    for (const [entity, id, fields] of rows) this.#put(entity, id, fields)
    return this.number
  }

  /** The stored row, deleted or not. */
  row(entity: string, id: string): Record<string, unknown> | null | undefined {
    return this.rows.get(`${entity}/${id}`)?.fields
  }

  /** Restores a backup: a new history that lacks what came after it. */
  restore(to: number, epoch = `${this.epoch}+`): void {
    this.epoch = epoch
    for (const [key, row] of this.rows) if (row.number > to) this.rows.delete(key)
    for (const [id, { verdict }] of this.#verdicts) if ((verdict.number ?? 0) > to) this.#verdicts.delete(id)
    this.number = to
  }

  /** Copies the present data; when the copy is put back later, only marks reveal it. */
  copy(): () => void {
    const { number, epoch } = this
    const rows = structuredClone([...this.rows])
    const verdicts = structuredClone([...this.#verdicts])
    const marks = this.#marks.slice(0, number + 1)
    return () => {
      Object.assign(this, { number, epoch })
      this.rows.clear()
      for (const [key, row] of structuredClone(rows)) this.rows.set(key, row)
      this.#verdicts = new Map(structuredClone(verdicts))
      this.#marks = [...marks]
    }
  }

  markOf(number: number): string {
    this.#marks.length = Math.min(this.#marks.length, this.number + 1)
    while (this.#marks.length <= number) this.#marks.push(`mark-${this.#marks.length}-${++this.#marksMade}`)
    return this.#marks[number]!
  }

  #isInChain(known: Known): boolean {
    return known.number <= this.number && this.markOf(known.number) === known.mark
  }

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(url, 'http://server')
    const text = typeof init.body === 'string' ? init.body : ''
    const body = text ? (JSON.parse(text) as Asked['body']) : undefined
    const fault = this.#faults.find((each) => each.times > 0 && each.path.test(pathname))
    if (fault) fault.times--
    const headers = new Headers(init.headers)
    const [person, unsent] = [headers.get(personHeader), headers.get(unsentHeader)]
    const key = headers.get('idempotency-key')
    this.asked.push({ path: pathname, query: searchParams, person, unsent, body, text })
    await this.gate
    if (this.gate) init.signal?.throwIfAborted()
    await new Promise((resolve) => later(resolve))
    if (fault?.fault.kind === 'drop') throw new TypeError('Failed to fetch')
    if (fault?.fault.kind === 'hang') return givenUp(init.signal!)
    if (fault?.fault.kind === 'portal')
      return new Response('<!doctype html><title>Welcome to our network</title>', fault.fault)
    if (fault?.fault.kind === 'answer') return json(fault.fault.status, fault.fault.body ?? {}, fault.fault.headers)
    if (person !== null && person !== this.signedIn) return json(401, { code: 'OTHER_PERSON' })
    if (fault?.fault.kind === 'late' && fault.fault.what === 'request') await fault.fault.until
    const called = this.call({ method: init.method ?? 'GET', path: pathname, query: searchParams, body, key })
    const answer = called
      ? json(called.status, called.body, called.headers)
      : this.#answer(pathname, searchParams, body)
    if (fault?.fault.kind === 'late') await fault.fault.until
    if (fault?.fault.kind === 'lose') throw new TypeError('Failed to fetch')
    if (fault?.fault.kind === 'truncate')
      return new Response((await answer.text()).slice(0, 20), { status: answer.status, headers: answer.headers })
    if (fault?.fault.kind === 'stall') return stalled(await answer.text(), answer, init.signal!)
    return answer
  }

  #answer(path: string, query: URLSearchParams, body: Asked['body']): Response {
    if (path === '/api/auth/user') return json(200, { id: this.signedIn })
    if (path === '/api/sync/feed') return this.#feed(query)
    if (path === '/api/sync/changes') {
      if (body!.known && !this.#isInChain(body!.known)) return this.#refuse('EPOCH')
      return json(200, { ...this.#whose, results: this.#judgeAll(body!.changes) })
    }
    return json(404, { message: 'Not found' })
  }

  #feed(query: URLSearchParams): Response {
    const after = Number(query.get('after'))
    const [epoch, scope] = [query.get('epoch'), query.get('scope')]
    const points = query.getAll('known').map((each) => each.split(':') as [string, string])
    if (!points.every(([number, mark]) => this.#isInChain({ number: Number(number), mark })))
      return this.#refuse('EPOCH')
    if (epoch && (epoch !== this.epoch || after > this.number)) return this.#refuse('EPOCH')
    if (scope && scope !== this.scope) return this.#refuse('SCOPE')
    const visible = [...this.rows.values()].filter((row) => this.shows(row)).sort((a, b) => a.number - b.number)
    const newer = visible.filter((row) => row.number > after && (after > 0 || row.fields))
    let end = Math.min(newer.length, this.rowsPerPage)
    while (end > 0 && end < newer.length && newer[end]!.number === newer[end - 1]!.number) end++
    const more = end < newer.length
    const rows = newer.slice(0, end).map(({ entity, id, number, fields }): FeedRow => [entity, id, number, fields])
    const live = visible.filter((row) => row.fields)
    const to = more ? rows.at(-1)![2] : this.number
    return json(200, {
      ...this.#whose,
      mark: this.markOf(to),
      epoch: this.epoch,
      scope: this.scope,
      from: after,
      to,
      more,
      total: after === 0 ? live.length : null,
      durable: this.durable,
      ...(this.now ? { at: new Date(this.now()).toISOString() } : {}),
      ...(query.get('digest') === '1' && !more && !this.older
        ? { digest: digestOf(live.filter(({ entity }) => isDigested(entityNamed(entity)!))) }
        : {}),
      ...(this.older ? { older: true } : {}),
      rows,
    })
  }

  get #whose() {
    return this.person === undefined ? {} : { person: this.person }
  }

  #refuse(code: 'EPOCH' | 'SCOPE'): Response {
    return json(409, { code, epoch: this.epoch, scope: this.scope, narrowed: this.narrowed })
  }

  /** A change that builds on one which this batch has refused is answered SUPERSEDED. */
  #judgeAll(changes: readonly Change[]): Verdict[] {
    const refused = new Set<string>()
    return changes.map((change) => {
      const builds = change.ops.some(
        (operation) =>
          refused.has(operation.id) ||
          Object.entries(fieldsOf(operation)).some(
            ([field, value]) => refused.has(String(value)) || refused.has(`${operation.id} ${field}`),
          ),
      )
      const verdict: Verdict = builds
        ? { id: change.id, verdict: 'rejected', number: null, code: 'SUPERSEDED' }
        : this.#judge(change)
      if (['applied', 'merged', 'later'].includes(verdict.verdict) || change.superseded) return verdict
      for (const operation of change.ops) {
        if (operation.op === 'create') refused.add(operation.id)
        if (operation.op === 'update')
          for (const field of verdict.conflicts?.map((each) => each.field) ?? Object.keys(operation.fields))
            refused.add(`${operation.id} ${field}`)
      }
      return verdict
    })
  }

  #judge(change: Change): Verdict {
    const { id, was, ops } = change
    if (was?.mark && this.#isInChain({ number: was.number, mark: was.mark }))
      return { id, verdict: 'applied', number: was.number, mark: was.mark }
    const text = JSON.stringify({ id, ops })
    const known = this.#verdicts.get(id)
    if (known) return known.text === text ? known.verdict : { id, verdict: 'rejected', number: null, code: 'DUPLICATE' }
    if (this.recovering && (was || change.behind) && ops.some((operation) => this.#misses(operation)))
      return { id, verdict: 'later', number: null, mark: null }
    if (ops.some((operation) => this.isNewer(operation)))
      return { id, verdict: 'later', number: null, mark: null, code: 'NEWER' }
    const decided: Verdict = change.superseded
      ? { id, verdict: 'rejected', number: null, code: 'SUPERSEDED' }
      : this.#decide(change)
    const verdict = { ...decided, mark: decided.number === null ? null : this.markOf(decided.number) }
    this.#verdicts.set(id, { text, verdict })
    return verdict
  }

  /** Whether the row or a parent is missing. */
  #misses(operation: Operation): boolean {
    if (operation.op !== 'create') return !this.rows.has(`${operation.entity}/${operation.id}`)
    return Object.entries(entityNamed(operation.entity)!.fields).some(([field, { storage }]) => {
      const to = operation.fields[field]
      return storage.kind === 'reference' && typeof to === 'string' && !this.rows.has(`${storage.to}/${to}`)
    })
  }

  #decide({ id, ops }: Change): Verdict {
    const held = new Map<string, Stored | undefined>()
    this.#held = held
    const number = ++this.number
    const conflicts: Conflict[] = []
    let moved = false
    let wrote = false
    for (const operation of ops) {
      const failure = this.#operate(operation, ops.length > 1, conflicts)
      if (typeof failure === 'boolean') {
        wrote ||= failure
        const before = held.get(`${operation.entity}/${operation.id}`)?.number ?? 0
        const seen = 'seen' in operation ? operation.seen : undefined
        moved ||= seen !== undefined && before > seen
        continue
      }
      this.#undo(held, number)
      const isConflict = failure.code === 'DELETED' || failure.code === 'DELETE_CHANGED'
      return { id, verdict: isConflict ? 'conflict' : 'rejected', number: null, ...failure }
    }
    if (conflicts.length > 0 && (ops.length > 1 || !wrote)) {
      this.#undo(held, number)
      return { id, verdict: 'conflict', number: null, code: 'CONFLICT', conflicts }
    }
    if (conflicts.length > 0) return { id, verdict: 'conflict', number, code: 'CONFLICT', conflicts }
    return { id, verdict: moved ? 'merged' : 'applied', number }
  }

  /** True when it wrote something, false when there was nothing left to write. */
  #operate(operation: Operation, isOneOfMany: boolean, conflicts: Conflict[]): boolean | Failure {
    const { entity, id } = operation
    const of = entityNamed(entity)!
    const stored = this.rows.get(`${entity}/${id}`)
    if (this.forbids(operation)) return { code: 'FORBIDDEN' }
    const failure = this.verdictOf(operation)
    if (failure) return failure
    if (operation.op === 'create') {
      if (stored) return { code: 'DUPLICATE' }
      for (const [field, { storage }] of Object.entries(of.fields)) {
        const to = operation.fields[field]
        if (storage.kind === 'reference' && typeof to === 'string' && !this.rows.get(`${storage.to}/${to}`)?.fields)
          return { code: 'PARENT_GONE' }
      }
      if (operation.fields['name'] === 'refuse me') return { code: 'VALIDATION', errors: { name: 'Refused' } }
      this.#put(entity, id, { ...serverDefaults(of), ...operation.fields })
      return true
    }
    if (!stored) return { code: 'NOT_FOUND' }
    if (operation.op === 'restore') {
      if (stored.fields) return true
      const { number } = stored.gone!
      for (const row of this.rows.values())
        if (!row.fields && row.gone?.number === number) {
          this.#put(row.entity, row.id, row.gone.fields)
          for (const [from, rowId, field] of row.gone.moved ?? [])
            this.#put(from, rowId, { ...this.row(from, rowId), [field]: row.id })
        }
      return true
    }
    if (operation.op === 'delete') {
      if (!stored.fields) return true
      const seen = Object.entries(operation.base ?? {}).filter(([field]) => field !== '$with')
      const { fields } = stored
      const changed = seen.filter(([field, value]) => (fields[field] ?? null) !== (value ?? null))
      if (changed.length > 0) {
        const lost = { entity, id, yours: null, ...this.writer }
        return {
          code: 'DELETE_CHANGED',
          conflicts: changed.map(([field, base]) => ({ ...lost, field, base, theirs: fields[field] ?? null })),
        }
      }
      this.#delete(entity, id)
      return true
    }
    if (operation.op === 'act') return this.#act(operation)
    if (!stored.fields) {
      const { fields, base } = operation
      const lost = (field: string) => ({ entity, id, field, base: base[field], yours: fields[field], theirs: null })
      return { code: 'DELETED', conflicts: Object.keys(fields).map(lost) }
    }
    return this.#merge(operation, stored.fields, isOneOfMany, conflicts)
  }

  #act(act: Extract<Operation, { op: 'act' }>): boolean | Failure {
    const { entity, id, fields } = act
    const row = (of: string, rowId: string) => this.rows.get(`${of}/${rowId}`)?.fields
    const live = (of: string, rowId: string) => {
      const found = row(of, rowId)
      return found ? { ...found, id: rowId } : undefined
    }
    if (!row(entity, id)) return { code: 'DELETED' }
    const { takes, steps } = effectOf(act)!
    if (referencesIn(takes, fields).some(([, to, other]) => !row(to, other))) return { code: 'PARENT_GONE' }
    const where = (link: Link, to: string) =>
      [...this.rows.values()].flatMap((each) =>
        each.entity === link.entity && each.fields?.[link.field] === to ? [live(each.entity, each.id)!] : [],
      )
    for (const step of steps({ get: live, where }, id, fields as never)) {
      if (step.op === 'update') this.#put(step.entity, step.id, { ...row(step.entity, step.id), ...step.fields })
      else this.#delete(step.entity, step.id, step.moved)
    }
    return true
  }

  #merge(
    operation: Extract<Operation, { op: 'update' }>,
    current: Record<string, unknown>,
    isOneOfMany: boolean,
    conflicts: Conflict[],
  ): boolean {
    const of = entityNamed(operation.entity)!
    const groups = new Set(Object.keys(operation.fields).map((field) => groupOf(of, field).join()))
    const next = { ...current }
    let wrote = false
    for (const group of [...groups].map((names) => names.split(','))) {
      const wanted = (field: string) => (field in operation.fields ? operation.fields[field] : operation.base[field])
      const same = (values: (field: string) => unknown) =>
        group.every((field) => (current[field] ?? null) === (values(field) ?? null))
      if (same((field) => operation.base[field]) || same(wanted)) {
        for (const field of group) if (field in operation.fields) next[field] = operation.fields[field]
        wrote = true
      } else {
        for (const field of group) {
          const seen = operation.base[field] ?? null
          if (field in operation.fields || (current[field] ?? null) !== seen)
            conflicts.push({
              entity: operation.entity,
              id: operation.id,
              field,
              base: operation.base[field],
              yours: wanted(field),
              theirs: current[field],
              ...this.writer,
            })
        }
      }
    }
    if (wrote && !(isOneOfMany && conflicts.length > 0)) this.#put(operation.entity, operation.id, next)
    return wrote
  }

  #delete(entity: string, id: string, moved: readonly Moved[] = []): void {
    this.#put(entity, id, null)
    const { gone } = this.rows.get(`${entity}/${id}`)!
    if (gone) gone.moved = moved
    for (const link of entityNamed(entity)!.cascade) {
      for (const row of this.rows.values())
        if (row.entity === link.entity && row.fields?.[link.field] === id) this.#delete(row.entity, row.id)
    }
  }

  #undo(held: ReadonlyMap<string, Stored | undefined>, number: number): void {
    for (const [key, row] of held) {
      if (row) this.rows.set(key, row)
      else this.rows.delete(key)
    }
    this.number = number - 1
  }

  #put(entity: string, id: string, fields: Record<string, unknown> | null): void {
    const stamps = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z', createdBy: null }
    const key = `${entity}/${id}`
    if (!this.#held.has(key)) this.#held.set(key, this.rows.get(key))
    const before = this.rows.get(key)?.fields
    const gone = fields === null && before ? { gone: { fields: before, number: this.number } } : {}
    this.rows.set(key, { entity, id, number: this.number, fields: fields && { ...stamps, ...fields }, ...gone })
  }
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', [protocolHeader]: '1', ...headers },
  })

const givenUp = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const giveUp = () => reject(signal.reason as Error)
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp)
  })

function stalled(text: string, { status, headers }: Response, signal: AbortSignal): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text.slice(0, 20)))
      signal.addEventListener('abort', () => controller.error(signal.reason))
    },
  })
  return new Response(body, { status, headers })
}
