// One way to ask the server. No answer at all (no network, a broken body, too late) is an outcome like any other, and
// never looks like a refusal.
import { protocolHeader, protocolVersion } from '#schema/protocol.ts'
import type { Fetch, Timers } from './deps.ts'

export type Answer =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly text: string
      /** How long the server asks to be left alone. */
      readonly retryAfterMs: number | null
    }

export type Ask = (path: string, body?: string) => Promise<Answer>

const answerMs = 60_000

export function createAsk(fetch: Fetch, timers: Timers, now: () => number, stop?: AbortSignal): Ask {
  return async (path, body) => {
    const giveUp = new AbortController()
    const abort = () => giveUp.abort()
    const timer = timers.setTimeout(abort, answerMs)
    stop?.addEventListener('abort', abort)
    try {
      const response = await fetch(path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          accept: 'application/json',
          [protocolHeader]: String(protocolVersion),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        credentials: 'same-origin',
        cache: 'no-store',
        signal: giveUp.signal,
        ...(body === undefined ? {} : { body }),
      })
      const text = await response.text()
      return {
        kind: 'answer',
        status: response.status,
        text,
        retryAfterMs: retryAfterMs(response.headers.get('retry-after'), now()),
      }
    } catch {
      return { kind: 'none' }
    } finally {
      timers.clearTimeout(timer)
      stop?.removeEventListener('abort', abort)
    }
  }
}

function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), 3_600_000)
}

/** The JSON of an answer; undefined when it is something else, a sign-in page of somebody's network for instance. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
