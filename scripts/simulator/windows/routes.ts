// A request takes the browser's cookies when it leaves, so they may be those of a later person.
import type { Backend } from '../server/backend.ts'
import type { Person } from '../server/firm.ts'
import type { ServerResponse } from '../network/network.ts'
import type { Listener } from '../device/listener.ts'
import type { CookieJar } from './cookie-jar.ts'

export interface Sender {
  readonly label: string
  readonly listener: Listener
}

export interface Call {
  readonly from: Sender
  /** Undefined when the session fetches who is signed in. */
  readonly person: Person | undefined
  readonly path: string
  readonly init: RequestInit
  /** Undefined until it has left. */
  cookies: string | undefined
  response: ResponseWithCookies | undefined
  /** Undefined for a copy made by the network. */
  readonly back: { resolve(response: Response): void; reject(error: Error): void } | undefined
}

export interface ResponseWithCookies extends ServerResponse {
  readonly cookies: readonly string[]
}

const unreachable = () => new TypeError('Failed to fetch')

export class Routes {
  readonly #backend: Backend
  readonly #cookieJar: CookieJar
  readonly #calls: Call[] = []

  constructor(backend: Backend, cookieJar: CookieJar) {
    this.#backend = backend
    this.#cookieJar = cookieJar
  }

  get calls(): readonly Call[] {
    return this.#calls
  }

  send(from: Sender, person: Person | undefined, path: string, init: RequestInit): Promise<Response> {
    return new Promise((resolve, reject) => {
      const back = {
        resolve: (response: Response) => from.listener.receive(() => resolve(response)),
        reject: (error: Error) => from.listener.receive(() => reject(error)),
      }
      const call: Call = { from, person, path, init, cookies: undefined, response: undefined, back }
      this.#calls.push(call)
      init.signal?.addEventListener('abort', () => {
        this.#remove(call)
        back.reject(new DOMException('The request was given up', 'AbortError'))
      })
    })
  }

  leave(call: Call): void {
    call.cookies ??= this.#cookieJar.cookie
  }

  async serve(call: Call): Promise<ResponseWithCookies> {
    this.leave(call)
    const { method = 'GET', body, headers } = call.init
    const served = await this.#backend.app.request(call.path, {
      method,
      headers: { ...Object.fromEntries(new Headers(headers)), cookie: call.cookies! },
      ...(body ? { body } : {}),
    })
    const cookies = served.headers.getSetCookie()
    served.headers.delete('set-cookie')
    const response = {
      status: served.status,
      text: await served.text(),
      headers: Object.fromEntries(served.headers),
      cookies,
    }
    call.response = response
    return response
  }

  deliver(call: Call, { status, text, headers, cookies }: ResponseWithCookies): void {
    this.#remove(call)
    if (!call.back) return
    this.#cookieJar.apply(cookies)
    call.back.resolve(new Response(text, { status, headers }))
  }

  lose(call: Call): void {
    this.#remove(call)
    call.back?.reject(unreachable())
  }

  /** The same request arrives again, with its old cookies. */
  copy(call: Call): void {
    this.leave(call)
    this.#calls.push({ ...call, response: undefined, back: undefined })
  }

  cut(): void {
    for (const call of this.#calls.filter(({ back }) => back)) this.lose(call)
  }

  /** A closed sender waits for nothing; its requests may still arrive. */
  abandon(from: Sender, mayArrive: boolean): void {
    for (const call of this.#calls.filter((each) => each.from === from)) {
      this.#remove(call)
      if (mayArrive && call.response === undefined) this.copy(call)
    }
  }

  #remove(call: Call): void {
    const at = this.#calls.indexOf(call)
    if (at >= 0) this.#calls.splice(at, 1)
  }
}
