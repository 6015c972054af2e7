// Leaves the pages' requests unchanged and uncached, and notes whether they arrive.
import { streamPath } from '#schema/sync/protocol.ts'
import type { Connection } from './connection.ts'

/** Navigations (sign-in, sign-out) and the stream of hints are left to the browser. */
export function isWatched(request: Request, origin: string): boolean {
  const url = new URL(request.url)
  if (url.origin !== origin || request.mode === 'navigate') return false
  return url.pathname.startsWith('/api/') && url.pathname !== streamPath
}

export async function passThrough(
  request: Request,
  connection: Connection,
  fetch: typeof globalThis.fetch,
): Promise<Response> {
  try {
    const response = await fetch(request)
    connection.record(true)
    return response
  } catch {
    // An aborted request says nothing about the connection.
    if (!request.signal.aborted) connection.record(false)
    return Response.error()
  }
}
