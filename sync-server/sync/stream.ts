// Plain streams take half the memory of Hono's helper.
import type { Role } from '#schema/kernel/enumerations.ts'
import { isStaff, type Viewer } from '#schema/kernel/viewer.ts'
import type { Sessions } from '#server/auth/sessions.ts'
import type { Hints } from '#server/bus/bus.ts'
import type { Hint } from '#server/bus/payload.ts'
import type { Database } from '#server/db/connect/database.ts'
import { Unavailable } from '#server/db/connect/unavailable.ts'
import { audiencesOfViewer } from '#server/records/read/visible-to.ts'
import { highWaterMarkOf } from './high-water-mark.ts'
import { syncStateOf } from './scope.ts'

export interface StreamDeps {
  readonly database: Database
  readonly hints: Hints
  readonly sessions: Pick<Sessions, 'viewerOf'>
}

export interface Streams {
  open(session: { readonly sid: string; readonly viewer: Viewer }, signal: AbortSignal): Promise<Response>
  endSession(sid: string): void
  refreshViewer(sid: string): void
  /** By session, so that a role change is noticed. */
  sessions(): ReadonlyMap<string, readonly Role[]>
  count(): number
  closeAll(): void
  stop(): void
}

interface Stream {
  readonly role: Role
  readonly end: () => void
  /** The device reconnects soon. */
  readonly closeForReconnect: () => void
  readonly refreshViewer: () => void
}

const heartbeatMs = 20_000
/** One hour, so that abandoned devices do not keep streams. */
const maxHeartbeats = 180
/** More than one is a leak or abuse. */
const maxPerSession = 10
const maxPerPerson = 30
const maxUnread = 16

/** Spreads reconnections. Scripts do not see an event without data. */
const goodbye = (): string => `: goodbye\nretry: ${500 + Math.floor(Math.random() * 1_500)}\n\n`

export const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

const visibilityKey = ({ role, investorIds }: Viewer): string => [role, ...investorIds].join()

function addTo(streams: Map<string, Set<Stream>>, key: string, stream: Stream, most: number): void {
  const others = streams.get(key)
  if (others && others.size >= most) [...others][0]!.closeForReconnect()
  streams.set(key, (streams.get(key) ?? new Set()).add(stream))
}

function removeFrom(streams: Map<string, Set<Stream>>, key: string, stream: Stream): void {
  const left = streams.get(key)
  left?.delete(stream)
  if (left?.size === 0) streams.delete(key)
}

export function createStreams({ database, hints, sessions }: StreamDeps): Streams {
  const open = new Map<string, Set<Stream>>()
  const byPerson = new Map<string, Set<Stream>>()
  let catchingUp = Promise.resolve()
  let isStopped = false

  const readHighWaterMark = (viewer: Viewer): Promise<number> =>
    database.tenant(viewer.tenantId, async (tx) => highWaterMarkOf(tx, viewer, await syncStateOf(tx, viewer)))

  function numberFor(viewer: Viewer): (written: Hint) => number {
    if (isStaff(viewer)) return ({ number }) => number
    const viewerAudiences = audiencesOfViewer(viewer)
    return ({ audiences }) => Math.max(0, ...viewerAudiences.map((audience) => audiences[audience] ?? 0))
  }

  function closeAll(): void {
    for (const streams of open.values()) for (const stream of streams) stream.closeForReconnect()
  }

  return {
    async open({ sid, viewer: opened }, signal) {
      if (isStopped) throw new Unavailable('The server stops')
      const encoder = new TextEncoder()
      let viewer = opened
      let numberOf = numberFor(viewer)
      let latest = 0
      let sendNumber = () => {}
      let end = () => {}
      let closeForReconnect = () => {}
      let beats = 0
      let deferred: Hint[] | null = []
      let hasMissed = false

      function receive(written: Hint): void {
        if (deferred) return void deferred.push(written)
        const { sight, ...rest } = written
        const changed = sight?.[viewer.userId]
        if (changed !== undefined) return void refreshViewer(changed, rest)
        const number = numberOf(written)
        if (number <= latest) return
        latest = number
        sendNumber()
      }
      function resume(later: readonly Hint[]): void {
        deferred = null
        for (const written of later) receive(written)
        if (hasMissed) void catchUp()
      }
      /** `known` is the number after a lost link; without it the number is read. */
      async function refreshViewer(known: number | undefined, ...later: Hint[]): Promise<void> {
        deferred = later
        const now = await sessions.viewerOf(sid).catch(() => undefined)
        if (!open.get(sid)?.has(viewerAudiences)) return
        if (now === null) return end()
        if (now === undefined) return closeForReconnect()
        const number = known ?? (await readHighWaterMark(now).catch(() => latest))
        if (!open.get(sid)?.has(viewerAudiences)) return
        const isNew = number > latest || visibilityKey(now) !== visibilityKey(viewer)
        viewer = now
        numberOf = numberFor(now)
        latest = Math.max(latest, number)
        // The database was unavailable, so devices may be waiting to send their changes.
        if (isNew || known === undefined) sendNumber()
        resume(later)
      }
      /** Missed hints may concern rows, role or links. */
      async function catchUp(): Promise<void> {
        hasMissed = deferred !== null
        if (!hasMissed && open.get(sid)?.has(viewerAudiences)) await refreshViewer(undefined)
      }

      // Before reading the number, so that nothing is missed.
      const unsubscribe = hints.subscribe(viewer.tenantId, receive, () => {
        // One by one: a node may have thousands.
        catchingUp = catchingUp.then(catchUp)
      })
      const viewerAudiences: Stream = {
        get role() {
          return viewer.role
        },
        end: () => end(),
        closeForReconnect: () => closeForReconnect(),
        refreshViewer() {
          if (!deferred) void refreshViewer(latest)
        },
      }
      try {
        latest = await readHighWaterMark(viewer)
      } catch (error) {
        unsubscribe()
        throw error
      }
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          sendNumber = () => {
            if (controller.desiredSize! < -maxUnread) return end()
            controller.enqueue(encoder.encode(`event: number\ndata: {"number":${latest}}\n\n`))
          }
          closeForReconnect = () => {
            if (open.get(sid)?.has(viewerAudiences)) controller.enqueue(encoder.encode(goodbye()))
            end()
          }
          const timer = setInterval(() => (++beats < maxHeartbeats ? sendNumber() : closeForReconnect()), heartbeatMs)
          end = () => {
            end = () => {}
            clearInterval(timer)
            unsubscribe()
            removeFrom(open, sid, viewerAudiences)
            removeFrom(byPerson, opened.userId, viewerAudiences)
            try {
              controller.close()
            } catch {
              // The reader is gone already.
            }
          }
          addTo(open, sid, viewerAudiences, maxPerSession)
          addTo(byPerson, opened.userId, viewerAudiences, maxPerPerson)
          sendNumber()
          resume(deferred ?? [])
        },
        cancel: () => end(),
      })
      signal.addEventListener('abort', viewerAudiences.end, { once: true })
      if (signal.aborted) end()
      return new Response(stream, { headers: streamHeaders })
    },
    endSession(sid) {
      for (const stream of open.get(sid) ?? []) stream.end()
    },
    refreshViewer(sid) {
      for (const stream of open.get(sid) ?? []) stream.refreshViewer()
    },
    sessions: () => new Map([...open].map(([sid, streams]) => [sid, [...streams].map(({ role }) => role)])),
    count: () => [...open.values()].reduce((sum, { size }) => sum + size, 0),
    closeAll,
    stop() {
      isStopped = true
      closeAll()
    },
  }
}
