// Passes requests of the pages to the server through, unchanged and uncached, and notes only whether they arrive.
import { streamPath } from '#schema/sync/protocol.ts'
import type { Connection } from './connection.ts'

/** Left to the browser: navigations (sign-in, sign-out) and the stream of hints. */
export function isWatched(request: Request, origin: string): boolean {
  const url = new URL(request.url)
  if (url.origin !== origin || request.mode === 'navigate') return false
  return url.pathname.startsWith('/api/') && url.pathname !== streamPath
}

/** Any answer shows that the server can be reached; the page handles its content. */
export async function passOn(
  request: Request,
  connection: Connection,
  fetch: typeof globalThis.fetch,
): Promise<Response> {
  try {
    const response = await fetch(request)
    connection.heard(true)
    return response
  } catch {
    // A page that gave up waiting or was closed says nothing about the connection.
    if (!request.signal.aborted) connection.heard(false)
    return Response.error()
  }
}
