// Server-sent hints: "the number for you is N", first on connect, then on change for this viewer's audience, and every 20 s.
// A plain stream: half the memory of a helper, and there may be thousands.
import type { Role } from '#schema/enumerations.ts'
import { isStaff, type Viewer } from '#schema/viewer.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Hints, Written } from '../bus/bus.ts'
import { audiencesOfViewer } from '../records/visible-to.ts'

export interface Streams {
  open(session: { readonly sid: string; readonly viewer: Viewer }, number: number, signal: AbortSignal): Response
  /** Ends the streams of a session that is over. */
  endSession(sid: string): void
  /** The streams of this session look anew at what their person may see. */
  lookAgain(sid: string): void
  /** Sessions with an open stream and the role it was opened for, so that both can be looked at. */
  sessions(): ReadonlyMap<string, Role>
  closeAll(): void
}

interface Stream {
  readonly role: Role
  readonly end: () => void
  readonly lookAgain: () => void
}

const heartbeatMs = 20_000

export const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

const sightOf = ({ role, investorIds }: Viewer): string => [role, ...investorIds].join()

/** `sessions` say anew what a person may see, when that may have changed. */
export function createStreams(hints: Hints, sessions: Pick<Sessions, 'viewerOf'>): Streams {
  const open = new Map<string, Set<Stream>>()

  /** The number for this viewer; 0 when it does not concern them. */
  function numberFor(viewer: Viewer): (written: Written) => number {
    if (isStaff(viewer)) return ({ number }) => number
    const own = audiencesOfViewer(viewer)
    return ({ audiences }) => Math.max(0, ...own.map((audience) => audiences[audience] ?? 0))
  }

  return {
    open({ sid, viewer: opened }, number, signal) {
      const encoder = new TextEncoder()
      let viewer = opened
      let numberOf = numberFor(viewer)
      let latest = number
      let end = () => {}
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          const say = () => controller.enqueue(encoder.encode(`event: number\ndata: {"number":${latest}}\n\n`))
          /** What came while the viewer was looked at anew. */
          let kept: Written[] | null = null

          function take(written: Written): void {
            if (kept) return void kept.push(written)
            const { sight, ...rest } = written
            const changed = sight?.[viewer.userId]
            if (changed !== undefined) return void lookAgain(changed, rest)
            const number = numberOf(written)
            if (number <= latest) return
            latest = number
            say()
          }
          /** Whoever lost a link is told nothing of its audience any more, but that it was lost. */
          async function lookAgain(reached: number, ...heard: Written[]): Promise<void> {
            const later: Written[] = (kept = heard)
            const now = await sessions.viewerOf(sid).catch(() => null)
            if (!open.get(sid)?.has(own)) return
            if (!now) return end()
            const isNew = reached > latest || sightOf(now) !== sightOf(viewer)
            viewer = now
            numberOf = numberFor(now)
            latest = Math.max(latest, reached)
            kept = null
            if (isNew) say()
            for (const written of later) take(written)
          }

          const unsubscribe = hints.subscribe(viewer.tenantId, take)
          const timer = setInterval(say, heartbeatMs)
          const own: Stream = {
            get role() {
              return viewer.role
            },
            end: () => end(),
            lookAgain() {
              if (!kept) void lookAgain(latest)
            },
          }
          end = () => {
            end = () => {}
            clearInterval(timer)
            unsubscribe()
            const streams = open.get(sid)
            streams?.delete(own)
            if (streams && !streams.size) open.delete(sid)
            try {
              controller.close()
            } catch {
              // The reader has gone already.
            }
          }
          open.set(sid, (open.get(sid) ?? new Set()).add(own))
          signal.addEventListener('abort', own.end, { once: true })
          say()
        },
        cancel: () => end(),
      })
      return new Response(stream, { headers: streamHeaders })
    },
    endSession(sid) {
      for (const stream of open.get(sid) ?? []) stream.end()
    },
    lookAgain(sid) {
      for (const stream of open.get(sid) ?? []) stream.lookAgain()
    },
    sessions: () => new Map([...open].map(([sid, [first]]) => [sid, first!.role])),
    closeAll() {
      for (const streams of open.values()) for (const stream of streams) stream.end()
    },
  }
}
