import { setTimeout as sleep } from 'node:timers/promises'

/** A busy lock, or a restarting database. */
const transientCodes = /^(55P03|57014|57P0\d|08\w{3}|CONNECTION_\w+|CONNECT_TIMEOUT|ECONN\w+)$/
const delaysMs = [100, 300, 1_000, 3_000, 5_000, 5_000]

/** The work must be idempotent. */
export async function withRetries<T>(
  work: () => Promise<T>,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<T> {
  for (const delay of delaysMs) {
    try {
      return await work()
    } catch (error) {
      if (!transientCodes.test(String((error as { code?: unknown }).code))) throw error
      await pause(delay)
    }
  }
  return work()
}
