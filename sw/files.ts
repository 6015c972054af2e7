// Serves the files of records: from the server, or from this device's cache.
import { personHeader } from '#schema/sync/protocol.ts'
import { unopenedAddress } from '#schema/app/unopened.ts'
import type { Identity } from '#web/store/base/contract.ts'
import { ownerAt } from '#web/store/files/file-address.ts'
import type { FileOwner } from '#web/store/base/pending-upload.ts'

const responseTimeoutMs = 8_000

export interface FileDeps {
  readonly fetch: typeof globalThis.fetch
  readonly here: () => Promise<Identity | null>
  readonly keep: (person: Identity, owner: FileOwner, answer: Response) => Promise<void>
  readonly kept: (owner: FileOwner) => Promise<Response | null>
  readonly pause: (ms: number) => Promise<unknown>
  readonly afterwards: (work: Promise<unknown>) => void
}

/** Ranges, earlier versions, and downloads that a page makes for the cache are left to the browser. */
export function fileOf(request: Request, origin: string): FileOwner | null {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== origin) return null
  return request.headers.has('range') || request.headers.has(personHeader) ? null : ownerAt(url)
}

/** The network comes first, so the server checks each time whether the person may still read the file. */
export async function openFile(request: Request, owner: FileOwner, deps: FileDeps): Promise<Response> {
  const person = await deps.here().catch(() => null)
  if (!person) return deps.fetch(request).catch(() => unopened(request))
  const asked = askFor(request, person, deps)
  asked.catch(() => {})
  const kept = () => deps.kept(owner).catch(() => null)
  try {
    const found = await Promise.race([asked, deps.pause(responseTimeoutMs).then(() => null)])
    if (!found) return (await kept()) ?? (await asked).answer
    const { answer, isOwn } = found
    if (isOwn && answer.status === 200) deps.afterwards(deps.keep(person, owner, answer.clone()).catch(() => {}))
    return answer
  } catch {
    return (await kept()) ?? unopened(request)
  }
}

/** A failed navigation leads to the app, which explains it better than the browser's error page. */
function unopened({ mode, url }: Request): Response {
  const { origin, pathname, search } = new URL(url)
  return mode === 'navigate'
    ? Response.redirect(new URL(unopenedAddress(pathname + search), origin), 302)
    : Response.error()
}

/** Requests in this person's name and without the HTTP cache, which would outlive a logout. */
async function askFor(request: Request, person: Identity, { fetch }: FileDeps) {
  const headers = new Headers(request.headers)
  headers.set(personHeader, person.id)
  const { redirect, signal } = request
  const answer = await fetch(request.url, { headers, redirect, signal, credentials: 'same-origin', cache: 'no-store' })
  if (answer.status !== 401) return { answer, isOwn: true }
  // The session belongs to another person, whose file must leave no trace here.
  return { answer: await fetch(request), isOwn: false }
}
