// The one way to ask the server. A missing answer (no network, a broken body, too late, another server's page) is a
// result like any other and never looks like a refusal.
import type { Code } from '#schema/kernel/codes.ts'
import { maxUnsent, protocolHeader, protocolVersion, unsentHeader } from '#schema/sync/protocol.ts'
import type { Fetch } from '#web/store/base/deps.ts'
import type { Line, Wait } from './connection-monitor.ts'

export type Answer =
  | {
      readonly kind: 'none'
      /** Given up on this side because the line has changed: it says nothing about the server. */
      readonly ended?: boolean
      /** Given up because it took too long, although the server has shown meanwhile that it is there. */
      readonly isTooLong?: boolean
    }
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly text: string
      readonly headers: Headers
      /** How long the server asks us to wait. */
      readonly retryAfterMs: number | null
    }

export type Ask = (path: string, body?: string) => Promise<Answer>

/** A request besides the usual ones in JSON. */
export interface Request {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: BodyInit
}

export type Send = (path: string, request: Request) => Promise<Answer>

const none: Answer = { kind: 'none' }

/**
 * A proxy in front of the server may give these answers in its own words: too large, or out of order. Other statuses
 * count only from the server itself.
 */
const mayBeSaidByProxy = (status: number): boolean => status === 413 || status >= 500

/**
 * Whether the server itself says that it neither did nor refused anything: it cannot write for now, or is too busy. This
 * says nothing about what was sent.
 */
export const isNotNow = (answer: Answer): boolean =>
  answer.kind === 'answer' &&
  answer.status === 503 &&
  (answer.retryAfterMs !== null || codeOf(answer.text) !== undefined)

/** `unsent` counts the changes that the server lacks, which administrators see beside the device. */
export function createAsk(send: Send, unsent?: () => number): Ask {
  return (path, body) => {
    if (body !== undefined) return send(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const headers: Record<string, string> = unsent ? { [unsentHeader]: String(Math.min(unsent(), maxUnsent)) } : {}
    return send(path, { method: 'GET', headers })
  }
}

export function createSend(fetch: Fetch, line: Line, now: () => number, stop?: AbortSignal): Send {
  return async (path, { method, headers, body }) => {
    const wait = line.wait(body === undefined)
    stop?.addEventListener('abort', wait.giveUp)
    try {
      const response = await fetch(path, {
        method,
        headers: { accept: 'application/json', [protocolHeader]: String(protocolVersion), ...headers },
        credentials: 'same-origin',
        cache: 'no-store',
        // The server never redirects a request; a captive portal does.
        redirect: 'error',
        signal: wait.signal,
        ...(body === undefined ? {} : { body }),
      })
      const isOwn = response.headers.has(protocolHeader)
      if (!isOwn && !mayBeSaidByProxy(response.status)) {
        wait.giveUp()
        return none
      }
      const text = await read(response, isOwn ? wait : undefined)
      const { status, headers: said } = response
      return {
        kind: 'answer',
        status,
        text,
        headers: said,
        retryAfterMs: isOwn ? retryAfterMs(said.get('retry-after'), now()) : null,
      }
    } catch {
      if (wait.isTooLong) return { kind: 'none', isTooLong: true }
      return wait.ended ? { kind: 'none', ended: true } : none
    } finally {
      wait.close()
      stop?.removeEventListener('abort', wait.giveUp)
    }
  }
}

/** Reads the body; every part of it is a sign of life. */
async function read({ body }: Response, wait: Wait | undefined): Promise<string> {
  wait?.byte()
  if (!body) return ''
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    wait?.byte()
    text += decoder.decode(value, { stream: true })
  }
}

function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), 3_600_000)
}

export const codeOf = (text: string): Code | undefined => (jsonOf(text) as { code?: Code } | undefined)?.code

/** The JSON of an answer; undefined for anything else, such as a network's sign-in page. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
