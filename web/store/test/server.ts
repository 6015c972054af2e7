// With restored backups and network faults. scripts/both-servers.test.ts checks it against the real one.
import { verbNamed } from '#schema/verbs.ts'
import { buildsOnRefused, type RefusedParts, refuseFields, rowsNamedIn, touchedFields } from '#schema/records/change.ts'
import { createdByActs, includesRow, writtenRows } from '#schema/records/derived-ids.ts'
import { codeTexts } from '#schema/kernel/codes.ts'
import { digestOf, isDigested } from '#schema/sync/digest.ts'
import { issuesBody } from '#schema/kernel/issues.ts'
import {
  type Change,
  change as changeShape,
  type Conflict,
  envelope,
  type FeedRow,
  type Checkpoint,
  limits,
  type Operation,
  operationKinds,
  personHeader,
  protocolHeader,
  protocolVersion,
  unsentAgeHeader,
  unsentHeader,
  type Verdict,
} from '#schema/sync/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import type { Fault } from './faults.ts'
import { type Failure, judgeOperation, type JudgeContext, type Outcome } from './judge.ts'
import {
  held,
  malformed,
  newer,
  otherEpoch,
  otherPerson,
  otherScope,
  type RefusalResponse,
  tooLarge,
  tooOld,
  wipe,
} from './refusals.ts'
import { type Stored, StoredRows } from './stored-rows.ts'

export interface ReceivedRequest {
  readonly path: string
  readonly query: URLSearchParams
  readonly person: string | null
  readonly unsent: string | null
  readonly unsentAge: string | null
  readonly body:
    | { readonly client: string; readonly known?: Checkpoint; readonly changes: readonly Change[] }
    | undefined
  readonly text: string
}

export interface ServerCall {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
  readonly sent: Blob | FormData | undefined
  readonly headers: Headers
  readonly key: string | null
}

export interface ServerResponse {
  readonly status: number
  readonly body: unknown
  /** In place of the body. */
  readonly text?: string
  readonly headers?: Record<string, string>
}

const oldestProtocol = 1

/** Browsers have no setImmediate. */
const nextTask = globalThis.setImmediate ?? ((run: () => void) => setTimeout(run))

export class Server {
  readonly #stored = new StoredRows()
  epoch = 'epoch-1'
  scope = 'scope-1'
  narrowed = false
  durable = 0
  /** During recovery, changes to missing rows are decided later. */
  recovering = false
  /** Operations that only a later server version can decide. */
  isNewer: (operation: Operation) => boolean = () => false
  writer: { readonly by: string; readonly at: string } | undefined
  rowsPerPage = 5_000
  /** Whether another node may know more of this person's data. */
  older = false
  /** The server's clock; undefined when it sends no time. */
  now: (() => number) | undefined
  isRevoked = false
  signedIn = 'user-1'
  /** The person named in responses, if it is not the session's. */
  person: string | undefined
  shows: (row: { readonly entity: string; readonly id: string }) => boolean = () => true
  verdictOf: (operation: Operation) => Failure | undefined = refusedByName
  forbids: (operation: Operation) => boolean = () => false
  call: (received: ServerCall) => ServerResponse | undefined = () => undefined
  readonly received: ReceivedRequest[] = []
  #verdicts = new Map<string, { readonly text: string; readonly verdict: Verdict }>()
  #marks: string[] = ['mark-0']
  #marksMade = 0
  readonly #faults: { readonly path: RegExp; readonly fault: Fault; times: number }[] = []
  /** While this is set, responses wait for it. */
  gate: Promise<void> | undefined

  get number(): number {
    return this.#stored.number
  }

  get rows(): ReadonlyMap<string, Stored> {
    return this.#stored.all
  }

  fault(path: RegExp, fault: Fault, times = 1): void {
    this.#faults.push({ path, fault, times })
  }

  clearFaults(): void {
    this.#faults.length = 0
  }

  requests(path: RegExp): ReceivedRequest[] {
    return this.received.filter((call) => path.test(call.path))
  }

  /** Another user's write: rows that share one number; null deletes. */
  write(...rows: readonly (readonly [entity: string, id: string, fields: Record<string, unknown> | null])[]): number {
    this.#stored.begin()
    for (const [entity, id, fields] of rows) {
      if (fields) this.#stored.put(entity, id, fields)
      else this.#stored.drop(entity, id)
    }
    return this.number
  }

  /** A row disappears without a tombstone, as through a server bug. */
  lose(entity: string, id: string): void {
    this.#stored.lose(entity, id)
  }

  row(entity: string, id: string): Record<string, unknown> | null | undefined {
    return this.rows.get(`${entity}/${id}`)?.fields
  }

  /** Restores a backup: a new epoch that lacks what came after it. */
  restore(to: number, epoch = `${this.epoch}-again`): void {
    this.epoch = epoch
    for (const [key, row] of this.rows) if (row.number > to) this.#stored.all.delete(key)
    for (const [id, { verdict }] of this.#verdicts) if ((verdict.number ?? 0) > to) this.#verdicts.delete(id)
    this.#stored.number = to
    this.recovering = true
  }

  /** Copies the current data; when the copy is put back later, only checkpoint hashes reveal it. */
  takeBackup(): () => void {
    const { number, epoch } = this
    const rows = structuredClone([...this.rows])
    const verdicts = structuredClone([...this.#verdicts])
    const marks = this.#marks.slice(0, number + 1)
    return () => {
      this.#stored.number = number
      this.epoch = epoch
      this.#stored.all.clear()
      for (const [key, row] of structuredClone(rows)) this.#stored.all.set(key, row)
      this.#verdicts = new Map(structuredClone(verdicts))
      this.#marks = [...marks]
    }
  }

  markOf(number: number): string {
    this.#marks.length = Math.min(this.#marks.length, this.number + 1)
    while (this.#marks.length <= number) this.#marks.push(`mark-${this.#marks.length}-${++this.#marksMade}`)
    return this.#marks[number]!
  }

  #isInChain(known: Checkpoint): boolean {
    return known.number <= this.number && this.markOf(known.number) === known.mark
  }

  #isFrom(points: readonly Checkpoint[]): boolean {
    const isOwn = points.every((point) => this.#isInChain(point))
    if (!isOwn) this.recovering = true
    return isOwn
  }

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(url, 'http://server')
    const text = typeof init.body === 'string' ? init.body : ''
    const body = text ? (JSON.parse(text) as ReceivedRequest['body']) : undefined
    const fault = this.#faults.find((each) => each.times > 0 && each.path.test(pathname))
    if (fault) fault.times--
    const headers = new Headers(init.headers)
    const [person, unsent] = [headers.get(personHeader), headers.get(unsentHeader)]
    const key = headers.get('idempotency-key')
    const unsentAge = headers.get(unsentAgeHeader)
    this.received.push({ path: pathname, query: searchParams, person, unsent, unsentAge, body, text })
    await this.gate
    if (this.gate) init.signal?.throwIfAborted()
    await new Promise((resolve) => nextTask(resolve))
    if (fault?.fault.kind === 'drop') throw new TypeError('Failed to fetch')
    if (fault?.fault.kind === 'hang') return abortedBy(init.signal!)
    if (fault?.fault.kind === 'portal')
      return new Response('<!doctype html><title>Welcome to our network</title>', fault.fault)
    if (fault?.fault.kind === 'response') return refuse(fault.fault)
    if (person !== null && person !== this.signedIn) return refuse(otherPerson)
    if (fault?.fault.kind === 'late' && fault.fault.what === 'request') await fault.fault.until
    const sent = init.body instanceof Blob || init.body instanceof FormData ? init.body : undefined
    const called = this.call({
      method: init.method ?? 'GET',
      path: pathname,
      query: searchParams,
      body,
      sent,
      headers,
      key,
    })
    const response = called
      ? toResponse(called)
      : this.#respond(pathname, searchParams, body, headers.get(protocolHeader))
    if (fault?.fault.kind === 'late') await fault.fault.until
    if (fault?.fault.kind === 'lose') throw new TypeError('Failed to fetch')
    if (fault?.fault.kind === 'truncate')
      return new Response((await response.text()).slice(0, 20), { status: response.status, headers: response.headers })
    if (fault?.fault.kind === 'stall') return stalled(await response.text(), response, init.signal!)
    return response
  }

  #respond(path: string, query: URLSearchParams, body: ReceivedRequest['body'], protocol: string | null): Response {
    if (path === '/api/auth/user') return json(200, { id: this.signedIn })
    if (path !== '/api/sync/feed' && path !== '/api/sync/changes') return json(404, { message: 'Not found' })
    if (this.isRevoked) return refuse(body?.changes.length ? held(body.changes.map(({ id }) => id)) : wipe)
    if (protocol !== null && Number(protocol) < oldestProtocol) return refuse(tooOld(oldestProtocol))
    if (protocol !== null && Number(protocol) > protocolVersion) return refuse(newer)
    return path === '/api/sync/feed' ? this.#feed(query) : this.#changes(body!)
  }

  #feed(query: URLSearchParams): Response {
    const afterText = query.get('after') ?? ''
    const after = Number(afterText)
    const [epoch, scope] = [query.get('epoch'), query.get('scope')]
    const points = query.getAll('known')
    if (!/^\d{1,15}$/.test(afterText) || (after > 0 && (!epoch || !scope))) return refuse(malformed)
    if (!points.every((each) => /^\d{1,15}:[\w-]{1,64}$/.test(each))) return refuse(malformed)
    const narrowed = scope ? scope !== this.scope && this.narrowed : false
    const known = points.map((point): Checkpoint => {
      const [number, mark] = point.split(':') as [string, string]
      return { number: Number(number), mark }
    })
    if (!this.#isFrom(known) || (epoch && epoch !== this.epoch) || after > this.number)
      return refuse(otherEpoch(this.epoch, this.scope, narrowed))
    if (scope && scope !== this.scope) return refuse(otherScope(this.epoch, this.scope, narrowed))
    const visible = [...this.rows.values()].filter((row) => this.shows(row)).sort((a, b) => a.number - b.number)
    const newer = visible.filter((row) => row.number > after && (after > 0 || row.fields))
    let end = Math.min(newer.length, this.rowsPerPage)
    while (end > 0 && end < newer.length && newer[end]!.number === newer[end - 1]!.number) end++
    const hasMore = end < newer.length
    const rows = newer.slice(0, end).map(({ entity, id, number, fields }): FeedRow => [entity, id, number, fields])
    const live = visible.filter((row) => row.fields)
    const to = hasMore ? rows.at(-1)![2] : this.number
    return json(200, {
      ...this.#personField,
      mark: this.markOf(to),
      epoch: this.epoch,
      scope: this.scope,
      from: after,
      to,
      more: hasMore,
      total: after === 0 ? live.length : null,
      durable: this.durable,
      ...(this.now ? { at: new Date(this.now()).toISOString() } : {}),
      ...(query.get('digest') === '1' && !hasMore && !this.older
        ? { digest: digestOf(live.filter(({ entity }) => isDigested(entityNamed(entity)!))) }
        : {}),
      ...(this.older ? { older: true } : {}),
      rows,
    })
  }

  get #personField() {
    return { person: this.person ?? this.signedIn }
  }

  #changes(body: NonNullable<ReceivedRequest['body']>): Response {
    if (body.changes.length > limits.changesPerRequest) return refuse(tooLarge)
    if (!envelope.safeParse(body).success) return refuse(malformed)
    if (body.changes.some(({ ops }) => ops.length > limits.operationsPerChange)) return refuse(tooLarge)
    if (body.known && !this.#isFrom([body.known])) return refuse(otherEpoch(this.epoch, this.scope))
    const batch: JudgedBatch = {
      refused: { rows: new Set(), fields: new Set() },
      newer: new Set(),
      back: new Set(),
    }
    const results = body.changes.map((change) => this.#decide(change, batch))
    return json(200, { ...this.#personField, results })
  }

  #decide(change: Change, batch: JudgedBatch): Verdict {
    const { at: _, was, behind: __, superseded, ...wireChange } = change
    const { id } = change
    if (was?.mark && this.#isInChain({ number: was.number, mark: was.mark }))
      return { id, verdict: 'applied', number: was.number, mark: was.mark }
    const text = JSON.stringify(wireChange)
    const known = this.#verdicts.get(id)
    if (known) return known.text === text ? known.verdict : rejected(id, { code: 'DUPLICATE' })
    const verdict = superseded ? rejected(id, { code: 'SUPERSEDED' }) : this.#verdictFor(change, batch)
    if (verdict.verdict !== 'later') this.#verdicts.set(id, { text, verdict })
    return verdict
  }

  #verdictFor(change: Change, { refused, newer: waiting, back }: JudgedBatch): Verdict {
    const { id, ops } = change
    const mentions = (ids: ReadonlySet<string>) =>
      ops.some((each) => rowsNamedIn(each).some((row) => includesRow(ids, row)))
    const wait = (ids: Set<string>): Verdict => {
      for (const row of writtenRows(change)) ids.add(row)
      return { id, verdict: 'later', number: null, mark: null, ...(ids === waiting ? { code: 'NEWER' as const } : {}) }
    }
    if (ops.some((each) => isUnknown(each) || this.isNewer(each)) || mentions(waiting)) return wait(waiting)
    const parsed = changeShape.safeParse(change)
    if (!parsed.success) {
      for (const each of ops) if (each.op === 'create') refused.rows.add(each.id)
      const issues = parsed.error.issues.map(({ path }) => [path.join('.') || 'change', { key: 'object' }] as const)
      return rejected(id, { code: 'VALIDATION', ...issuesBody(Object.fromEntries(issues)) })
    }
    if (mentions(back)) return wait(back)
    const context: Omit<JudgeContext, 'index'> = {
      changeId: id,
      rows: this.#stored,
      person: this.signedIn,
      at: new Date((this.now ?? Date.now)()).toISOString(),
      isRefusedCreate: (row) => includesRow(refused.rows, row),
    }
    this.#stored.begin()
    const outcomes: Outcome[] = []
    for (const [index, operation] of ops.entries()) {
      const failure: Failure | undefined = buildsOnRefused(refused, operation)
        ? { code: 'SUPERSEDED' }
        : this.forbids(operation)
          ? { code: 'FORBIDDEN' }
          : this.verdictOf(operation)
      const outcome: Outcome = failure
        ? { kind: 'rejected', failure }
        : judgeOperation({ ...context, index }, operation)
      outcomes.push(outcome)
      if (outcome.kind === 'rejected') break
    }
    if (outcomes.some((each) => each.kind === 'done' && each.written?.some((row) => waiting.has(row)))) {
      this.#stored.undo()
      return wait(waiting)
    }
    const isAbsent = outcomes.some((each) => each.kind === 'rejected' && each.isAbsent)
    if (this.recovering && (change.was || change.behind) && isAbsent) {
      this.#stored.undo()
      return wait(back)
    }
    const verdict = this.#verdictOn(change, outcomes)
    if (verdict.verdict === 'rejected' || verdict.verdict === 'conflict') {
      for (const part of createdByActs(change)) refused.rows.add(part)
      for (const operation of ops) {
        if (operation.op === 'create' && !this.rows.has(`${operation.entity}/${operation.id}`))
          refused.rows.add(operation.id)
        const fields = verdict.conflicts?.map(({ field }) => field) ?? []
        refuseFields(refused, operation, ops.length === 1 && fields.length ? fields : touchedFields(operation))
      }
    }
    return verdict
  }

  #verdictOn({ id, ops }: Change, outcomes: readonly Outcome[]): Verdict {
    const failed = outcomes.find((each) => each.kind === 'rejected')
    const conflictOutcomes = outcomes.filter((each) => each.kind === 'conflict')
    const isAccepted = this.#stored.hasWritten && !failed && !(conflictOutcomes.length > 0 && ops.length > 1)
    if (!isAccepted) this.#stored.undo()
    if (failed) return rejected(id, failed.failure)
    const number = isAccepted ? this.number : null
    if (conflictOutcomes.length) {
      const [{ code }] = conflictOutcomes as [(typeof conflictOutcomes)[number]]
      const { by = null, at = null } = this.writer ?? {}
      const conflicts = conflictOutcomes.flatMap((each) =>
        each.conflicts.map((conflict): Conflict => ({ ...conflict, by, at })),
      )
      const mark = number === null ? null : this.markOf(number)
      const result = conflictOutcomes.find((each) => each.result)?.result
      return {
        id,
        verdict: 'conflict',
        number,
        mark,
        code,
        message: codeTexts[code],
        conflicts,
        ...(result && { result }),
      }
    }
    const done = outcomes.filter((each) => each.kind === 'done')
    const at = number ?? Math.max(0, ...done.map((each) => each.number ?? 0))
    const verdict = done.some(({ merged }) => merged) ? 'merged' : 'applied'
    return { id, verdict, number: at, mark: this.markOf(at) }
  }
}

/** Rows refused so far in a request: later changes that build on them are not judged. */
interface JudgedBatch {
  readonly refused: RefusedParts
  readonly newer: Set<string>
  readonly back: Set<string>
}

const rejected = (id: string, failure: Failure): Verdict => ({
  id,
  verdict: 'rejected',
  number: null,
  mark: null,
  ...(failure.code ? { message: codeTexts[failure.code] } : {}),
  ...failure,
})

const isUnknown = (operation: Operation): boolean =>
  operation.op === 'act'
    ? entityNamed(operation.entity) !== undefined && !verbNamed(operation)
    : !operationKinds.includes(operation.op)

const refuse = ({ status, body, headers }: RefusalResponse): Response => json(status, body ?? {}, headers)

const toResponse = ({ status, body, text, headers = {} }: ServerResponse): Response =>
  text === undefined ? json(status, body, headers) : new Response(text, { status, headers })

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(status === 204 ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', [protocolHeader]: '1', ...headers },
  })

const abortedBy = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const abort = () => reject(signal.reason as Error)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort)
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

const refusedByName = (operation: Operation): Failure | undefined =>
  operation.op === 'create' && operation.fields['name'] === 'refuse me'
    ? { code: 'VALIDATION', errors: { name: 'Refused' } }
    : undefined
