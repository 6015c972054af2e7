// People whose programs call the API through a load balancer, each over its own session.
import { setTimeout as after } from 'node:timers/promises'
import type { TestPerson } from '#server/test/firm.ts'

export interface LoadResult {
  readonly requests: number
  /** By status or error. */
  readonly failures: Readonly<Record<string, number>>
  readonly slowestMs: number
}

export interface WireLoad {
  /** What happened since the last call. */
  take(): LoadResult
  stop(): Promise<void>
}

const pauseMs = 90
const writesEvery = 4

export function startWireLoad(url: string, people: readonly TestPerson[]): WireLoad {
  let isOver = false
  let requests = 0
  let slowestMs = 0
  let failures: Record<string, number> = {}

  async function request(person: TestPerson, count: number): Promise<void> {
    const headers = { cookie: person.cookie, origin: url, 'content-type': 'application/json' }
    const isWrite = count % writesEvery === 0
    const body = JSON.stringify({ name: `By API ${count}`, type: 'COMMERCIAL' })
    const began = performance.now()
    const result = await fetch(`${url}/api/projects?limit=5`, isWrite ? { method: 'POST', headers, body } : { headers })
      .then(async (response) => {
        await response.text()
        return response.ok ? undefined : `${isWrite ? 'write' : 'read'} ${response.status}`
      })
      .catch((error: unknown) => `${isWrite ? 'write' : 'read'} ${causeOf(error)}`)
    requests++
    slowestMs = Math.max(slowestMs, performance.now() - began)
    if (result) failures[result] = (failures[result] ?? 0) + 1
  }

  const running = people.map(async (person) => {
    for (let count = 0; !isOver; count++) {
      await request(person, count)
      await after(pauseMs)
    }
  })
  return {
    take() {
      const result = { requests, failures, slowestMs: Math.round(slowestMs) }
      requests = slowestMs = 0
      failures = {}
      return result
    },
    async stop() {
      isOver = true
      await Promise.all(running)
    },
  }
}

const causeOf = (error: unknown): string => {
  const cause = (error as { cause?: { code?: string } }).cause
  return cause?.code ?? String(error)
}
