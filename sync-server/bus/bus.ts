// Hints between nodes: "the number for you is N", after the commit, over PostgreSQL's NOTIFY. They carry nothing else, and
// losing every one of them still converges.
import type { Database } from '../db/database.ts'

export interface Written {
  /** The firm's counter, for staff alone. */
  readonly number: number
  /** Who else shall hear of it, each with the highest number that is theirs. */
  readonly audiences: Readonly<Record<string, number>>
  /** The people whose role or links changed, and at which number. */
  readonly sight?: Readonly<Record<string, number>>
}

export interface Hints {
  publish(tenantId: string, written: Written): void
  subscribe(tenantId: string, listener: (written: Written) => void): () => void
  close(): Promise<void>
}

const channel = 'holdfast_hints'
const coalesceMs = 25
/** NOTIFY carries at most 8,000 bytes. */
const entriesPerPayload = 80

type Numbers = Map<string, number>

function raise(numbers: Numbers, more: Readonly<Record<string, number>> = {}): void {
  for (const [name, number] of Object.entries(more)) numbers.set(name, Math.max(number, numbers.get(name) ?? 0))
}

interface Waiting {
  number: number
  readonly audiences: Numbers
  readonly sight: Numbers
}

/** As many as it takes: nobody hears a number that is not theirs because a list was too long. */
function payloadsOf(tenant: string, { number, ...lists }: Waiting): string[] {
  const entries = [
    ...[...lists.audiences].map((entry) => ['audiences', entry] as const),
    ...[...lists.sight].map((entry) => ['sight', entry] as const),
  ]
  const part = (at: number) => {
    const some = entries.slice(at, at + entriesPerPayload)
    const of = (list: string) => Object.fromEntries(some.flatMap(([name, entry]) => (name === list ? [entry] : [])))
    return JSON.stringify({ tenant, number, audiences: of('audiences'), sight: of('sight') })
  }
  return Array.from({ length: Math.max(1, Math.ceil(entries.length / entriesPerPayload)) }, (_, i) =>
    part(i * entriesPerPayload),
  )
}

export async function openHints(database: Database, onError: (error: unknown) => void): Promise<Hints> {
  const listeners = new Map<string, Set<(written: Written) => void>>()
  const waiting = new Map<string, Waiting>()
  let timer: NodeJS.Timeout | undefined

  const unlisten = await database.listen(channel, (payload) => {
    const { tenant, ...written } = JSON.parse(payload) as Written & { tenant: string }
    for (const listener of listeners.get(tenant) ?? []) listener(written)
  })

  async function flush(): Promise<void> {
    timer = undefined
    const due = [...waiting]
    waiting.clear()
    for (const [tenant, entry] of due)
      for (const payload of payloadsOf(tenant, entry)) await database.notify(channel, payload).catch(onError)
  }

  return {
    publish(tenantId, { number, audiences, sight }) {
      const entry: Waiting = waiting.get(tenantId) ?? { number: 0, audiences: new Map(), sight: new Map() }
      entry.number = Math.max(entry.number, number)
      raise(entry.audiences, audiences)
      raise(entry.sight, sight)
      waiting.set(tenantId, entry)
      timer ??= setTimeout(() => void flush(), coalesceMs)
    },
    subscribe(tenantId, listener) {
      const set = listeners.get(tenantId) ?? new Set()
      listeners.set(tenantId, set.add(listener))
      return () => {
        set.delete(listener)
        if (!set.size) listeners.delete(tenantId)
      }
    },
    async close() {
      clearTimeout(timer)
      await flush()
      await unlisten()
    },
  }
}
