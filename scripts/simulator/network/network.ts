// The scheduler delivers or loses each request and response.
import { personHeader, protocolHeader, userPath } from '#schema/sync/protocol.ts'
import type { Backend } from '../server/backend.ts'
import type { Listener } from '../device/listener.ts'
import type { Person } from '../server/firm.ts'

export interface ServerResponse {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

export interface Call {
  readonly from: Origin
  readonly path: string
  readonly body: string | undefined
  readonly session: Person
  readonly namedPerson: string
  response: ServerResponse | undefined
  /** Undefined for a copy made by the network. */
  readonly handlers: { resolve(response: Response): void; reject(error: Error): void } | undefined
}

/** One tab between two crashes. */
export interface Origin {
  readonly label: string
  readonly on: string
  readonly person: Person
  readonly listener: Listener
}

export const isFeed = ({ path }: Pick<Call, 'path'>): boolean => path.startsWith('/api/sync/feed')
export const isPush = ({ path }: Pick<Call, 'path'>): boolean => path.startsWith('/api/sync/changes')

const ownHeaders = ({ headers }: Response): Readonly<Record<string, string>> =>
  headers.has(protocolHeader) ? { [protocolHeader]: headers.get(protocolHeader)! } : {}

const changesIn = ({ body }: Call) => (JSON.parse(body!) as { changes: { id: string }[] }).changes

const unreachable = () => new TypeError('Failed to fetch')

export class Network {
  readonly #backend: Backend
  readonly #calls: Call[] = []
  pushes = 0
  refusedPushes = 0
  readonly failedChanges = new Set<string>()
  sent: (call: Call) => void = () => {}

  constructor(backend: Backend) {
    this.#backend = backend
  }

  get calls(): readonly Call[] {
    return this.#calls
  }

  send(from: Origin, session: Person, path: string, init: RequestInit): Promise<Response> {
    const isThere = () => new Response('{}', { headers: { [protocolHeader]: '1' } })
    if (path === userPath) return new Promise((resolve) => from.listener.receive(() => resolve(isThere())))
    return new Promise((resolve, reject) => {
      const body = typeof init.body === 'string' ? init.body : undefined
      const namedPerson = new Headers(init.headers).get(personHeader) ?? ''
      const handlers = {
        resolve: (response: Response) => from.listener.receive(() => resolve(response)),
        reject: (error: Error) => from.listener.receive(() => reject(error)),
      }
      const call: Call = { from, session, path, body, namedPerson, response: undefined, handlers }
      this.#calls.push(call)
      if (isPush(call)) this.pushes++
      this.sent(call)
      init.signal?.addEventListener('abort', () => {
        this.#remove(call)
        handlers.reject(new DOMException('The request was given up', 'AbortError'))
      })
    })
  }

  async serve(call: Call): Promise<ServerResponse> {
    const served = await this.#backend.app.request(call.path, {
      method: call.body === undefined ? 'GET' : 'POST',
      headers: {
        cookie: call.session.cookie,
        ...(call.namedPerson === '' ? {} : { [personHeader]: call.namedPerson }),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(call.body === undefined ? {} : { body: call.body }),
    })
    await this.#backend.waitUntilIdle()
    const response = { status: served.status, text: await served.text(), headers: ownHeaders(served) }
    call.response = response
    return response
  }

  deliverResponse(call: Call, { status, text, headers }: ServerResponse): void {
    this.#remove(call)
    const mayBeCause = status >= 400 && !(status === 503 && protocolHeader in headers)
    if (mayBeCause && isPush(call)) for (const { id } of changesIn(call)) this.failedChanges.add(id)
    call.handlers?.resolve(new Response(text, { status, headers }))
  }

  drop(call: Call): void {
    this.#remove(call)
    call.handlers?.reject(unreachable())
  }

  copy({ from, session, path, body, namedPerson }: Call): void {
    this.#calls.push({ from, session, path, body, namedPerson, response: undefined, handlers: undefined })
  }

  cut(origins: readonly Origin[]): void {
    for (const call of this.#calls.filter(({ from, handlers }) => handlers && origins.includes(from))) this.drop(call)
  }

  /** A crashed sender waits for nothing; its requests may still arrive. */
  abandon(origin: Origin, mayArrive: boolean): void {
    for (const call of this.#calls.filter(({ from }) => from === origin)) {
      this.#remove(call)
      if (mayArrive && call.response === undefined) this.copy(call)
    }
  }

  #remove(call: Call): void {
    const at = this.#calls.indexOf(call)
    if (at >= 0) this.#calls.splice(at, 1)
  }
}
