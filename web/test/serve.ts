import type { ServerCall } from '#web/store/test/server.ts'
import type { TestStore } from './test-store.ts'

type Answer = (asked: ServerCall) => unknown

export class Refusal {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown) {
    this.status = status
    this.body = body
  }
}

/** Returns the requests with their bodies, without reads of lists. */
export function serve(store: TestStore, calls: Readonly<Record<string, Answer>>): readonly unknown[] {
  const requests: unknown[] = []
  store.server.call = (called) => {
    const answer = calls[`${called.method} ${called.path}`]
    if (!answer) return undefined
    if (called.method !== 'GET') requests.push([`${called.method} ${called.path}`, called.body])
    const body = answer(called)
    return body instanceof Refusal ? { status: body.status, body: body.body } : { status: 200, body }
  }
  return requests
}
