// Who the server says is signed in. Only an answer of the server's own decides: a network error is never "signed out".
import { roles } from '#schema/enumerations.ts'
import type { Identity } from '#web/store/contract.ts'

export type Who =
  | { readonly kind: 'user'; readonly identity: Identity }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'unreachable' }

export type AskWho = () => Promise<Who>

const isIdentity = (body: unknown): body is Identity => {
  if (typeof body !== 'object' || body === null) return false
  const { id, tenantId, role } = body as Partial<Record<keyof Identity, unknown>>
  return typeof id === 'string' && typeof tenantId === 'string' && (roles as readonly unknown[]).includes(role)
}

async function ask(fetch: typeof globalThis.fetch): Promise<Who> {
  try {
    const response = await fetch('/api/auth/user', { headers: { accept: 'application/json' }, cache: 'no-store' })
    if (response.status === 401) return { kind: 'nobody' }
    const body: unknown = response.ok ? await response.json() : null
    return isIdentity(body) ? { kind: 'user', identity: body } : { kind: 'unreachable' }
  } catch {
    return { kind: 'unreachable' }
  }
}

/** Several who ask at once share one request. */
export function createAskWho(fetch: typeof globalThis.fetch): AskWho {
  let underWay: Promise<Who> | null = null
  return () => {
    underWay ??= ask(fetch).finally(() => {
      underWay = null
    })
    return underWay
  }
}
