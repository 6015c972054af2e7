// A request takes the browser's cookies when it leaves, so they may be those of a later person.
import type { Backend } from '../server/backend.ts'
import type { Person } from '../server/firm.ts'
import type { Answer } from '../network/network.ts'
import type { Listener } from '../device/listener.ts'
import type { CookieJar } from './cookie-jar.ts'

export interface Sender {
  readonly label: string
  readonly listener: Listener
}

export interface Call {
  readonly from: Sender
  /** Undefined when the session asks who is signed in. */
  readonly person: Person | undefined
  readonly path: string
  readonly init: RequestInit
  /** Undefined until it has left. */
  cookies: string | undefined
  answer: ServerAnswer | undefined
  /** Undefined for a copy made by the network. */
  readonly back: { resolve(answer: Response): void; reject(error: Error): void } | undefined
}

export interface ServerAnswer extends Answer {
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
        resolve: (answer: Response) => from.listener.receive(() => resolve(answer)),
        reject: (error: Error) => from.listener.receive(() => reject(error)),
      }
      const call: Call = { from, person, path, init, cookies: undefined, answer: undefined, back }
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

  async serve(call: Call): Promise<ServerAnswer> {
    this.leave(call)
    const { method = 'GET', body, headers } = call.init
    const response = await this.#backend.app.request(call.path, {
      method,
      headers: { ...Object.fromEntries(new Headers(headers)), cookie: call.cookies! },
      ...(body ? { body } : {}),
    })
    const cookies = response.headers.getSetCookie()
    response.headers.delete('set-cookie')
    const answer = {
      status: response.status,
      text: await response.text(),
      headers: Object.fromEntries(response.headers),
      cookies,
    }
    call.answer = answer
    return answer
  }

  deliver(call: Call, { status, text, headers, cookies }: ServerAnswer): void {
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
    this.#calls.push({ ...call, answer: undefined, back: undefined })
  }

  cut(): void {
    for (const call of this.#calls.filter(({ back }) => back)) this.lose(call)
  }

  /** A closed sender waits for nothing; its requests may still arrive. */
  abandon(from: Sender, mayArrive: boolean): void {
    for (const call of this.#calls.filter((each) => each.from === from)) {
      this.#remove(call)
      if (mayArrive && call.answer === undefined) this.copy(call)
    }
  }

  #remove(call: Call): void {
    const at = this.#calls.indexOf(call)
    if (at >= 0) this.#calls.splice(at, 1)
  }
}
