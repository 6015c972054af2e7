// Limits the entries that anyone can cause: ten alike and a hundred per firm a minute on each node. The rest becomes
// one counted entry per kind.
import type { AuditEvent } from './audit-event.ts'

const maxAlikePerMinute = 10
const maxPerFirmAndMinute = 100
const maxKindsPerMinute = 50
const minute = 60_000

interface Kind {
  seen: number
  counted: number
  last: AuditEvent
  lastAt: Date
}

interface Window {
  readonly began: Date
  written: number
  readonly kinds: Map<string, Kind>
}

export interface EventLimit {
  writeLimited(tenantId: string, event: AuditEvent, alike: string): void
  flush(): void
}

const others = (outcome: AuditEvent['outcome']): AuditEvent => ({
  action: 'events.others',
  outcome,
  entityType: 'events',
  entityId: null,
  userId: null,
  details: {},
})

export function createEventLimit(write: (tenantId: string, event: AuditEvent) => void, now: () => Date): EventLimit {
  const windows = new Map<string, Window>()
  let timer: NodeJS.Timeout | undefined

  function windowOf(tenantId: string): Window {
    const open = windows.get(tenantId)
    if (open && now().getTime() - open.began.getTime() < minute) return open
    if (open) close(tenantId, open)
    const window = { began: now(), written: 0, kinds: new Map<string, Kind>() }
    windows.set(tenantId, window)
    timer ??= setTimeout(flush, minute).unref()
    return window
  }

  function close(tenantId: string, { began, kinds }: Window): void {
    windows.delete(tenantId)
    for (const { counted, last, lastAt } of kinds.values()) {
      if (!counted) continue
      const details = { ...last.details, repeated: counted, from: began.toISOString(), to: lastAt.toISOString() }
      write(tenantId, { ...last, details })
    }
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    for (const [tenantId, window] of windows) close(tenantId, window)
  }

  function writeLimited(tenantId: string, event: AuditEvent, alike: string): void {
    const window = windowOf(tenantId)
    const isKnown = window.kinds.has(alike) || window.kinds.size < maxKindsPerMinute - 1
    const [key, logged] = isKnown ? [alike, event] : ['', others(event.outcome)]
    const kind = window.kinds.get(key) ?? { seen: 0, counted: 0, last: logged, lastAt: now() }
    window.kinds.set(key, kind)
    kind.seen++
    if (isKnown && kind.seen <= maxAlikePerMinute && window.written < maxPerFirmAndMinute) {
      window.written++
      write(tenantId, event)
      return
    }
    kind.counted++
    kind.last = logged
    kind.lastAt = now()
  }

  return { writeLimited, flush }
}
