// A missing response (no network, a broken body, a timeout, another server's page) never looks like a refusal.
import type { Code } from '#schema/kernel/codes.ts'
import {
  maxUnsent,
  maxUnsentAge,
  protocolHeader,
  protocolVersion,
  unsentAgeHeader,
  unsentHeader,
} from '#schema/sync/protocol.ts'
import type { Fetch } from '#web/store/base/deps.ts'
import type { ConnectionMonitor, PendingRequest } from './connection-monitor.ts'

export type SendResult =
  | {
      readonly kind: 'none'
      readonly ended?: boolean
      readonly isTooLong?: boolean
    }
  | {
      readonly kind: 'response'
      readonly status: number
      readonly text: string
      readonly headers: Headers
      readonly retryAfterMs: number | null
    }

export type SendJson = (path: string, body?: string) => Promise<SendResult>

export interface Request {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: BodyInit
}

export type Send = (path: string, request: Request) => Promise<SendResult>

const noResponse: SendResult = { kind: 'none' }

/** A proxy may return 413 or 5xx in the server's place. Other statuses count only from the server itself. */
const mayBeFromProxy = (status: number): boolean => status === 413 || status >= 500

/** Whether the server is read-only or too busy. This says nothing about the request. */
export const isUnavailable = (response: SendResult): boolean =>
  response.kind === 'response' &&
  response.status === 503 &&
  (response.retryAfterMs !== null || codeOf(response.text) !== undefined)

/** The server decides nothing now; everything is sent afterwards. Older versions treat it as unavailable. */
export const isSuspended = (response: SendResult): boolean =>
  response.kind === 'response' && response.status === 503 && codeOf(response.text) === 'SUSPENDED'

/** For administrators. */
export interface UnsentReport {
  readonly count: number
  /** Age of the oldest change without a verdict; null when every change has one. */
  readonly ageMs: number | null
}

export function createSendJson(send: Send, unsent?: () => UnsentReport): SendJson {
  return (path, body) => {
    if (body !== undefined) return send(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return send(path, { method: 'GET', headers: unsent ? headersOf(unsent()) : {} })
  }
}

const headersOf = ({ count, ageMs }: UnsentReport): Record<string, string> => ({
  [unsentHeader]: String(Math.min(count, maxUnsent)),
  ...(ageMs === null ? {} : { [unsentAgeHeader]: String(secondsOf(ageMs)) }),
})

/** The clock may have been turned back since. */
const secondsOf = (ms: number): number => Math.min(Math.max(Math.floor(ms / 1_000), 0), maxUnsentAge)

export function createSend(fetch: Fetch, monitor: ConnectionMonitor, now: () => number, stop?: AbortSignal): Send {
  return async (path, { method, headers, body }) => {
    const pending = monitor.track(body === undefined)
    stop?.addEventListener('abort', pending.abort)
    try {
      const response = await fetch(path, {
        method,
        headers: { accept: 'application/json', [protocolHeader]: String(protocolVersion), ...headers },
        credentials: 'same-origin',
        cache: 'no-store',
        // The server never redirects a request; a captive portal does.
        redirect: 'error',
        signal: pending.signal,
        ...(body === undefined ? {} : { body }),
      })
      const isFromServer = response.headers.has(protocolHeader)
      if (!isFromServer && !mayBeFromProxy(response.status)) {
        pending.abort()
        return noResponse
      }
      const text = await read(response, isFromServer ? pending : undefined)
      const { status, headers: responseHeaders } = response
      return {
        kind: 'response',
        status,
        text,
        headers: responseHeaders,
        retryAfterMs: isFromServer ? retryAfterMs(responseHeaders.get('retry-after'), now()) : null,
      }
    } catch {
      if (pending.isTooLong) return { kind: 'none', isTooLong: true }
      return pending.ended ? { kind: 'none', ended: true } : noResponse
    } finally {
      pending.close()
      stop?.removeEventListener('abort', pending.abort)
    }
  }
}

/** Each part of the body is a sign of life. */
async function read({ body }: Response, pending: PendingRequest | undefined): Promise<string> {
  pending?.byte()
  if (!body) return ''
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    pending?.byte()
    text += decoder.decode(value, { stream: true })
  }
}

function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), 3_600_000)
}

export const codeOf = (text: string): Code | undefined => (jsonOf(text) as { code?: Code } | undefined)?.code

/** The JSON of a response; undefined for anything else, such as a captive portal's page. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
