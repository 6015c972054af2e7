// Real stores whose requests go through a load balancer.
import { setTimeout as after } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { changesPath, feedPath } from '#schema/sync/protocol.ts'
import type { TestPerson } from '#server/test/firm.ts'
import type { Store } from '#web/store/base/contract.ts'
import { openStore } from '#web/store/open.ts'
import { ada, Device } from '#web/store/test/device.ts'
import { openEventSource } from './event-source.ts'

export interface Acknowledged {
  readonly id: string
  readonly at: number
}

export interface DrillDevice {
  readonly store: Store
  readonly created: string[]
  readonly acknowledged: Acknowledged[]
  readonly fullReads: () => number
  /** Responses by status; `none` counts requests without a response. */
  readonly statuses: Map<string, number>
  /** Creates a project every `pauseMs` until `stop` is called. */
  write(pauseMs: () => number): { stop(): Promise<void> }
  close(): Promise<void>
}

interface SentBody {
  readonly changes: readonly { readonly ops: readonly { readonly id: string }[] }[]
}

export async function openDrillDevice(url: string, person: TestPerson, index: number): Promise<DrillDevice> {
  const { userId, tenantId, email, role, cookie } = person
  const created: string[] = []
  const acknowledged: Acknowledged[] = []
  const statuses = new Map<string, number>()
  let fullReads = 0

  function recordAcknowledged(body: unknown, responseText: string): void {
    const { changes } = JSON.parse(String(body)) as SentBody
    const { results } = JSON.parse(responseText) as { readonly results: readonly { readonly verdict: string }[] }
    const at = performance.now()
    changes.forEach(({ ops }, i) => {
      if (results[i]!.verdict === 'applied') acknowledged.push(...ops.map(({ id }) => ({ id, at })))
    })
  }

  const fetchThroughBalancer = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers)
    headers.set('cookie', cookie)
    headers.set('origin', url)
    const count = (status: string) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const response = await fetch(url + path, { ...init, headers }).catch((error: unknown) => {
      count('none')
      throw error
    })
    count(String(response.status))
    if (path.startsWith(feedPath) && response.ok && path.includes('after=0&')) fullReads++
    if (path !== changesPath || !response.ok) return response
    const text = await response.text()
    recordAcknowledged(init.body, text)
    return new Response(text, response)
  }

  const store = await openStore(
    new Device().deps({
      identity: { ...ada, id: userId, tenantId, email, role },
      fetch: fetchThroughBalancer,
      openHints: (path) => openEventSource(url + path, { cookie }),
      timers: { setTimeout, clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout) },
      now: Date.now,
      monotonic: () => performance.now(),
      random: Math.random,
      newId: () => uuidv7(),
    }),
  )
  return {
    store,
    created,
    acknowledged,
    fullReads: () => fullReads,
    statuses,
    write(pauseMs) {
      let isOver = false
      const run = async (): Promise<void> => {
        while (!isOver) {
          const name = `Project ${index}-${created.length}`
          const made = await store.create('projects', { name, type: 'COMMERCIAL' })
          if (made.ok) created.push(made.id)
          await after(pauseMs())
        }
      }
      const running = run()
      return {
        stop: () => {
          isOver = true
          return running
        },
      }
    },
    close: () => store.close(),
  }
}

export async function until(isTrue: () => unknown, description: string, limitMs = 180_000): Promise<void> {
  for (const end = performance.now() + limitMs; ; await after(25)) {
    if (await isTrue()) return
    // Only ends a drill that hangs.
    if (performance.now() > end) throw new Error(`Not after ${limitMs / 1_000} s: ${description}`)
  }
}

export const isSynced = ({ store: { status } }: DrillDevice): boolean =>
  status.hasAllRows && status.waiting === 0 && !status.syncing && status.connection === 'online'
