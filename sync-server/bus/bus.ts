// Hints are sent after the commit. Devices converge even if every hint is lost.
import type { Database } from '#server/db/connect/database.ts'
import { payloadsOf, readPayload, type Hint } from './payload.ts'

export interface Hints {
  publish(tenantId: string, written: Hint): void
  /** `missed`: hints could not be received for a while. */
  subscribe(tenantId: string, listener: (written: Hint) => void, missed?: () => void): () => void
  close(): Promise<void>
}

interface Listener {
  readonly receive: (written: Hint) => void
  readonly missed: () => void
}

const channel = 'holdfast_hints'
/** Later hints within this time are merged. */
const coalesceMs = 25

const mergeHighest = (first: Readonly<Record<string, number>> = {}, second: Readonly<Record<string, number>> = {}) => ({
  ...first,
  ...Object.fromEntries(Object.entries(second).map(([name, number]) => [name, Math.max(number, first[name] ?? 0)])),
})

const mergeHints = (first: Hint | undefined, second: Hint): Hint => ({
  number: Math.max(first?.number ?? 0, second.number),
  audiences: mergeHighest(first?.audiences, second.audiences),
  sight: mergeHighest(first?.sight, second.sight),
})

export async function openHints(database: Database, onError: (error: unknown) => void): Promise<Hints> {
  const listeners = new Map<string, Set<Listener>>()
  const waiting = new Map<string, Hint>()
  let timer: NodeJS.Timeout | undefined
  let sending = Promise.resolve()
  let sentAt = -coalesceMs

  function attempt(work: () => void): void {
    try {
      work()
    } catch (error) {
      onError(error)
    }
  }
  function receive(payload: string): void {
    const { tenant, written } = readPayload(payload)
    for (const listener of listeners.get(tenant) ?? []) attempt(() => listener.receive(written))
  }
  function notifyMissed(): void {
    for (const listener of [...listeners.values()].flatMap((first) => [...first])) attempt(listener.missed)
  }
  // At the first call nobody has subscribed yet.
  const unlisten = await database.listen(channel, (payload) => attempt(() => receive(payload)), notifyMissed)

  async function send(): Promise<void> {
    const due = [...waiting]
    waiting.clear()
    for (const [tenant, written] of due)
      for (const payload of payloadsOf(tenant, written)) await database.notify(channel, payload).catch(onError)
  }
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    sentAt = performance.now()
    return (sending = sending.then(send))
  }

  return {
    publish(tenantId, written) {
      waiting.set(tenantId, mergeHints(waiting.get(tenantId), written))
      timer ??= setTimeout(() => void flush(), Math.max(0, sentAt + coalesceMs - performance.now()))
    },
    subscribe(tenantId, receive, missed = () => {}) {
      const set = listeners.get(tenantId) ?? new Set()
      const listener = { receive, missed }
      listeners.set(tenantId, set.add(listener))
      return () => {
        set.delete(listener)
        if (!set.size && listeners.get(tenantId) === set) listeners.delete(tenantId)
      }
    },
    async close() {
      await flush()
      await unlisten()
    },
  }
}
