// Tells the server at once that nobody sends the rest of an upload.
import { protocolHeader, protocolVersion } from '#schema/sync/protocol.ts'
import type { Fetch } from '#web/store/base/deps.ts'

/** Of every request about an upload (tus.io). */
export const tusVersion = { 'tus-resumable': '1.0.0' } as const

/** Whether the server has heard it. */
export type WithdrawUpload = (upload: string) => Promise<boolean>

/** A logout waits for it. */
const patienceMs = 5_000

export const createWithdrawUpload =
  (fetch: Fetch): WithdrawUpload =>
  async (upload) => {
    const answer = await fetch(upload, {
      method: 'DELETE',
      headers: { ...tusVersion, [protocolHeader]: String(protocolVersion) },
      credentials: 'same-origin',
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    }).catch(() => null)
    return answer?.status === 204
  }
