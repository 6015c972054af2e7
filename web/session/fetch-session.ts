// Neither a network error nor a captive portal means "signed out".
import type { Code } from '#schema/kernel/codes.ts'
import { protocolHeader, signedIn, userPath } from '#schema/sync/protocol.ts'
import type { Identity } from '#web/store/base/contract.ts'
import type { Fetch } from '#web/store/base/deps.ts'

export type SessionResult =
  | { readonly kind: 'user'; readonly identity: Identity }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'unreachable' }

export type FetchSession = () => Promise<SessionResult>

const timeoutMs = 15_000
const unreachable: SessionResult = { kind: 'unreachable' }

async function request(fetch: Fetch): Promise<SessionResult> {
  try {
    const response = await fetch(userPath, {
      headers: { accept: 'application/json' },
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.headers.has(protocolHeader)) return unreachable
    const body: unknown = await response.json()
    if (response.status === 401)
      return (body as { code?: Code }).code === 'UNAUTHORIZED' ? { kind: 'signed-out' } : unreachable
    const user = signedIn.safeParse(body)
    return response.ok && user.success ? { kind: 'user', identity: user.data } : unreachable
  } catch {
    return unreachable
  }
}

export const createFetchSession =
  (fetch: Fetch): FetchSession =>
  () =>
    request(fetch)
