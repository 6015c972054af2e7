import { type Code, codes } from '#schema/kernel/codes.ts'
import { type Issue, type Issues, isIssueKey } from '#schema/kernel/issues.ts'
import { protocolHeader, protocolVersion } from '#schema/sync/protocol.ts'
import type { OnlineProblem, SendOnline, FullResponse } from '#web/store/base/online.ts'
import type { Fetch } from '#web/store/base/deps.ts'
import { jsonOf } from './request.ts'

export interface OnlineResponse {
  readonly body: unknown
  readonly next: string | null
}

export type RequestOnline = (method: string, path: string, body?: object) => Promise<OnlineResponse>

interface OnlineRefusal {
  readonly status: number | null
  readonly code?: Code | undefined
  readonly issues?: Issues
}

export class OnlineError extends Error implements OnlineProblem {
  readonly status: number | null
  readonly code: Code | undefined
  readonly issues: Issues
  constructor(message: string, { status, code, issues = {} }: OnlineRefusal) {
    super(message)
    this.status = status
    this.code = code
    this.issues = issues
  }

  static of(problem: unknown): OnlineError {
    if (problem instanceof OnlineError) return problem
    return new OnlineError(problem instanceof Error ? problem.message : String(problem), { status: null })
  }
}

const defaultTimeoutMs = 20_000
const noResponseError = () => new OnlineError('No response', { status: null })

interface OnlineDeps {
  readonly fetch: Fetch
  readonly newId: () => string
  readonly onUnauthorized: () => void
}

/** A repeated POST has the same idempotency key, so the server acts once. */
export function createRequestOnline(deps: OnlineDeps): RequestOnline {
  /** By the digest of the request, which may contain a secret. */
  const pendingKeys = new Map<string, string>()
  return async (method, path, body) => {
    if (method !== 'POST') return sendJson(deps, { method, path, body })
    const requestDigest = await digestOf(`${path} ${JSON.stringify(body)}`)
    const key = pendingKeys.get(requestDigest) ?? deps.newId()
    pendingKeys.set(requestDigest, key)
    const isFinal = (problem: unknown) => problem instanceof OnlineError && (problem.status ?? 500) < 500
    try {
      const response = await sendJson(deps, { method, path, body, key })
      pendingKeys.delete(requestDigest)
      return response
    } catch (problem) {
      if (isFinal(problem)) pendingKeys.delete(requestDigest)
      throw problem
    }
  }
}

const digestOf = async (text: string): Promise<string> =>
  String.fromCharCode(...new Uint16Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))

interface OnlineRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: BodyInit | undefined
  readonly timeoutMs?: number | undefined
}

/** Sends once. Callers that repeat requests do so themselves. */
export const createSendOnline =
  (deps: Omit<OnlineDeps, 'newId'>): SendOnline =>
  (method, path, { body, headers = {}, timeoutMs }) =>
    sendOnce(deps, { method, path, headers, body, timeoutMs })

async function sendJson(
  deps: OnlineDeps,
  {
    method,
    path,
    body,
    key,
  }: { readonly method: string; readonly path: string; readonly body: object | undefined; readonly key?: string },
): Promise<OnlineResponse> {
  const response = await sendOnce(deps, {
    method,
    path,
    headers: { ...(body && { 'content-type': 'application/json' }), ...(key && { 'idempotency-key': key }) },
    body: body && JSON.stringify(body),
  })
  return { body: response.body, next: nextIn(response.headers.get('link')) }
}

async function sendOnce(
  { fetch, onUnauthorized }: Omit<OnlineDeps, 'newId'>,
  { method, path, headers, body, timeoutMs = defaultTimeoutMs }: OnlineRequest,
): Promise<FullResponse> {
  const response = await fetch(path, {
    method,
    headers: {
      accept: 'application/json',
      [protocolHeader]: String(protocolVersion),
      ...headers,
    },
    credentials: 'same-origin',
    cache: 'no-store',
    // The server never redirects a request; a captive portal does.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    ...(body && { body }),
  }).catch(() => undefined)
  if (!response?.headers.has(protocolHeader)) throw noResponseError()
  const text = await response.text().catch(() => undefined)
  if (text === undefined) throw noResponseError()
  if (response.status === 401) onUnauthorized()
  const responseBody = jsonOf(text)
  if (!response.ok) throw toError(response, responseBody)
  return { body: responseBody, headers: response.headers }
}

function toError({ status, statusText }: Response, body: unknown): OnlineError {
  const {
    message,
    code,
    issues = {},
  } = (body ?? {}) as Partial<Record<'message' | 'code', string>> & {
    readonly issues?: Readonly<Record<string, { readonly key: string } & Omit<Issue, 'key'>>>
  }
  return new OnlineError(message ?? statusText, {
    status,
    code: codes.find((each) => each === code),
    issues: Object.fromEntries(Object.entries(issues).filter(([, { key }]) => isIssueKey(key))) as Issues,
  })
}

const nextIn = (link: string | null): string | null => /<([^>]+)>; rel="next"/.exec(link ?? '')?.[1] ?? null
