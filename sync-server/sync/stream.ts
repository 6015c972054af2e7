// Server-sent hints: "the number for you is N", first on connect, then on change for this viewer's audience, and every 20 s.
// A plain stream: half the memory of a helper, and there may be thousands.
import { isStaff, type Viewer } from '#schema/viewer.ts'
import type { Hints, Written } from '../bus/bus.ts'
import { audiencesOfViewer } from './feed.ts'

export interface Streams {
  open(session: { readonly sid: string; readonly viewer: Viewer }, number: number, signal: AbortSignal): Response
  /** Ends the streams of a session that is over. */
  endSession(sid: string): void
  /** Sessions with an open stream, so that their validity can be looked at. */
  sessions(): string[]
  closeAll(): void
}

const heartbeatMs = 20_000

export const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

export function createStreams(hints: Hints): Streams {
  const open = new Map<string, Set<() => void>>()

  function concerns(viewer: Viewer): (written: Written) => boolean {
    if (isStaff(viewer)) return () => true
    const own = new Set(audiencesOfViewer(viewer))
    return ({ audiences }) => audiences === null || audiences.some((audience) => own.has(audience))
  }

  return {
    open({ sid, viewer }, number, signal) {
      const encoder = new TextEncoder()
      const isForViewer = concerns(viewer)
      let end = () => {}
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          let latest = number
          const say = () => controller.enqueue(encoder.encode(`event: number\ndata: {"number":${latest}}\n\n`))
          const unsubscribe = hints.subscribe(viewer.tenantId, (written) => {
            if (!isForViewer(written) || written.number <= latest) return
            latest = written.number
            say()
          })
          const timer = setInterval(say, heartbeatMs)
          end = () => {
            end = () => {}
            clearInterval(timer)
            unsubscribe()
            const ends = open.get(sid)
            ends?.delete(finish)
            if (ends && !ends.size) open.delete(sid)
            try {
              controller.close()
            } catch {
              // The reader has gone already.
            }
          }
          const finish = () => end()
          open.set(sid, (open.get(sid) ?? new Set()).add(finish))
          signal.addEventListener('abort', finish, { once: true })
          say()
        },
        cancel: () => end(),
      })
      return new Response(stream, { headers: streamHeaders })
    },
    endSession(sid) {
      for (const end of open.get(sid) ?? []) end()
    },
    sessions: () => [...open.keys()],
    closeAll() {
      for (const ends of open.values()) for (const end of ends) end()
    },
  }
}
