// Tells the server that nobody sends the rest of an upload. One of which it does not hear ends a week after it was begun.
import { protocolHeader, protocolVersion } from '#schema/protocol.ts'
import type { Fetch } from './deps.ts'

/** Of every request about an upload (tus.io). */
export const tusVersion = { 'tus-resumable': '1.0.0' } as const

export type TakeBack = (upload: string) => Promise<void>

/** A logout waits for it. */
const patienceMs = 5_000

export const createTakeBack =
  (fetch: Fetch): TakeBack =>
  async (upload) => {
    await fetch(upload, {
      method: 'DELETE',
      headers: { ...tusVersion, [protocolHeader]: String(protocolVersion) },
      credentials: 'same-origin',
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    }).catch(() => {})
  }
