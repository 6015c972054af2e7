import { protocolHeader, protocolVersion } from '#schema/sync/protocol.ts'
import type { Fetch } from '#web/store/base/deps.ts'

export const tusVersion = { 'tus-resumable': '1.0.0' } as const

export type CancelUpload = (upload: string) => Promise<boolean>

/** A sign-out waits for the response. */
const timeoutMs = 5_000

export const createCancelUpload =
  (fetch: Fetch): CancelUpload =>
  async (upload) => {
    const response = await fetch(upload, {
      method: 'DELETE',
      headers: { ...tusVersion, [protocolHeader]: String(protocolVersion) },
      credentials: 'same-origin',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => null)
    return response?.status === 204
  }
