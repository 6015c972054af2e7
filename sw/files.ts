// The files of records: from the server, and without it what this device has kept of them.
import { personHeader } from '#schema/sync/protocol.ts'
import { unopenedAddress } from '#schema/app/unopened.ts'
import type { Identity } from '#web/store/base/contract.ts'
import { ownerAt } from '#web/store/files/file-address.ts'
import type { FileOwner } from '#web/store/base/pending-upload.ts'

/** How long the server may take to begin its answer before a kept file is shown in its place. */
const patienceMs = 8_000

export interface FileDeps {
  readonly fetch: typeof globalThis.fetch
  /** Who works here; null when that is not certain. */
  readonly here: () => Promise<Identity | null>
  readonly keep: (person: Identity, owner: FileOwner, answer: Response) => Promise<void>
  readonly kept: (owner: FileOwner) => Promise<Response | null>
  /** Resolves when the patience with a silent server is over. */
  readonly pause: (ms: number) => Promise<unknown>
  /** Lets the worker live until this is done. */
  readonly afterwards: (work: Promise<unknown>) => void
}

/** Left to the browser: parts of a file, earlier versions, and what a page fetches itself in order to keep it. */
export function fileOf(request: Request, origin: string): FileOwner | null {
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== origin) return null
  return request.headers.has('range') || request.headers.has(personHeader) ? null : ownerAt(url)
}

/** The network comes first: the server is asked each time whether the person may still read the file. */
export async function openFile(request: Request, owner: FileOwner, deps: FileDeps): Promise<Response> {
  const person = await deps.here().catch(() => null)
  if (!person) return deps.fetch(request).catch(() => unopened(request))
  const asked = askFor(request, person, deps)
  asked.catch(() => {})
  const kept = () => deps.kept(owner).catch(() => null)
  try {
    const found = await Promise.race([asked, deps.pause(patienceMs).then(() => null)])
    if (!found) return (await kept()) ?? (await asked).answer
    const { answer, isOwn } = found
    if (isOwn && answer.status === 200) deps.afterwards(deps.keep(person, owner, answer.clone()).catch(() => {}))
    return answer
  } catch {
    return (await kept()) ?? unopened(request)
  }
}

/** A tab of its own leads to the app, which says why it is empty: the browser's words would be those of a broken site. */
function unopened({ mode, url }: Request): Response {
  const { origin, pathname, search } = new URL(url)
  return mode === 'navigate'
    ? Response.redirect(new URL(unopenedAddress(pathname + search), origin), 302)
    : Response.error()
}

/**
 * In this person's name. The browser's own store of answers is not asked to keep the file: it would outlive a logout.
 */
async function askFor(request: Request, person: Identity, { fetch }: FileDeps) {
  const headers = new Headers(request.headers)
  headers.set(personHeader, person.id)
  const { redirect, signal } = request
  const answer = await fetch(request.url, { headers, redirect, signal, credentials: 'same-origin', cache: 'no-store' })
  if (answer.status !== 401) return { answer, isOwn: true }
  // The session is somebody else's, who opens it without a trace here.
  return { answer: await fetch(request), isOwn: false }
}
