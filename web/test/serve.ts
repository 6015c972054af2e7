import type { ServerCall } from '#web/store/test/server.ts'
import type { TestStore } from './test-store.ts'

type Respond = (call: ServerCall) => unknown

export class Refusal {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown) {
    this.status = status
    this.body = body
  }
}

/** Returns the requests with their bodies, without reads of lists. */
export function serve(store: TestStore, calls: Readonly<Record<string, Respond>>): readonly unknown[] {
  const requests: unknown[] = []
  store.server.call = (called) => {
    const respond = calls[`${called.method} ${called.path}`]
    if (!respond) return undefined
    if (called.method !== 'GET') requests.push([`${called.method} ${called.path}`, called.body])
    const body = respond(called)
    return body instanceof Refusal ? { status: body.status, body: body.body } : { status: 200, body }
  }
  return requests
}
