import { personHeader } from '#schema/sync/protocol.ts'
import { unavailableFileAddress } from '#schema/app/unavailable-file.ts'
import type { Identity } from '#web/store/base/contract.ts'
import { ownerAt } from '#web/store/files/file-address.ts'
import type { FileOwner } from '#web/store/base/pending-upload.ts'

const responseTimeoutMs = 8_000

export interface FileDeps {
  readonly fetch: typeof globalThis.fetch
  readonly currentPerson: () => Promise<Identity | null>
  readonly cacheFile: (person: Identity, owner: FileOwner, response: Response) => Promise<void>
  readonly cachedFile: (owner: FileOwner) => Promise<Response | null>
  readonly pause: (ms: number) => Promise<unknown>
  readonly waitUntil: (work: Promise<unknown>) => void
}

/** Ranges, earlier versions, and downloads that a page makes for the cache are left to the browser. */
export function requestedFile(request: Request, origin: string): FileOwner | null {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== origin) return null
  return request.headers.has('range') || request.headers.has(personHeader) ? null : ownerAt(url)
}

/** The network comes first, so the server checks each time whether the person may still read the file. */
export async function openFile(request: Request, owner: FileOwner, deps: FileDeps): Promise<Response> {
  const person = await deps.currentPerson().catch(() => null)
  if (!person) return deps.fetch(request).catch(() => explainFailure(request))
  const fetched = fetchAsPerson(request, person, deps)
  fetched.catch(() => {})
  const fromCache = () => deps.cachedFile(owner).catch(() => null)
  try {
    const winner = await Promise.race([fetched, deps.pause(responseTimeoutMs).then(() => null)])
    if (!winner) return (await fromCache()) ?? (await fetched).response
    const { response, isOwn } = winner
    if (isOwn && response.status === 200)
      deps.waitUntil(deps.cacheFile(person, owner, response.clone()).catch(() => {}))
    return response
  } catch {
    return (await fromCache()) ?? explainFailure(request)
  }
}

/** A failed navigation leads to the app, which explains it better than the browser's error page. */
function explainFailure({ mode, url }: Request): Response {
  const { origin, pathname, search } = new URL(url)
  return mode === 'navigate'
    ? Response.redirect(new URL(unavailableFileAddress(pathname + search), origin), 302)
    : Response.error()
}

/** Requests in this person's name and without the HTTP cache, which would outlive a sign-out. */
async function fetchAsPerson(request: Request, person: Identity, { fetch }: FileDeps) {
  const headers = new Headers(request.headers)
  headers.set(personHeader, person.id)
  const { redirect, signal } = request
  const response = await fetch(request.url, {
    headers,
    redirect,
    signal,
    credentials: 'same-origin',
    cache: 'no-store',
  })
  if (response.status !== 401) return { response, isOwn: true }
  // The session belongs to another person, whose file must leave no trace here.
  return { response: await fetch(request), isOwn: false }
}
