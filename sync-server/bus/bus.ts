// Hints between nodes: "the number for you is N", after the commit, over PostgreSQL's NOTIFY. They carry nothing else, and
// losing every one of them still converges.
import type { Database } from '../db/database.ts'

export interface Written {
  readonly number: number
  /** Who else than staff; null for everybody (the list was too long to send). */
  readonly audiences: readonly string[] | null
  /** The people whose role or links changed. */
  readonly sight?: readonly string[]
}

export interface Hints {
  publish(tenantId: string, written: Written): void
  subscribe(tenantId: string, listener: (written: Written) => void): () => void
  close(): Promise<void>
}

const channel = 'holdfast_hints'
const coalesceMs = 25
/** NOTIFY carries at most 8,000 bytes. */
const longestPayload = 7_000

export async function openHints(database: Database, onError: (error: unknown) => void): Promise<Hints> {
  const listeners = new Map<string, Set<(written: Written) => void>>()
  const waiting = new Map<string, { number: number; audiences: Set<string>; sight: Set<string> }>()
  let timer: NodeJS.Timeout | undefined

  const unlisten = await database.listen(channel, (payload) => {
    const { tenant, ...written } = JSON.parse(payload) as Written & { tenant: string }
    for (const listener of listeners.get(tenant) ?? []) listener(written)
  })

  async function flush(): Promise<void> {
    timer = undefined
    const due = [...waiting]
    waiting.clear()
    for (const [tenant, { number, ...sets }] of due) {
      const sight = sets.sight.size ? { sight: [...sets.sight] } : {}
      const full = JSON.stringify({ tenant, number, audiences: [...sets.audiences], ...sight })
      await database
        .notify(
          channel,
          full.length > longestPayload ? JSON.stringify({ tenant, number, audiences: null, ...sight }) : full,
        )
        .catch(onError)
    }
  }

  return {
    publish(tenantId, { number, audiences, sight }) {
      const entry = waiting.get(tenantId) ?? { number: 0, audiences: new Set<string>(), sight: new Set<string>() }
      entry.number = Math.max(entry.number, number)
      for (const audience of audiences ?? []) entry.audiences.add(audience)
      for (const userId of sight ?? []) entry.sight.add(userId)
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
