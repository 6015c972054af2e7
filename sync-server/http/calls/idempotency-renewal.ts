// Extends a reservation while its request runs. It can therefore be short, and a retry soon repeats what a killed server left.
import type { Reservation } from './idempotency-rows.ts'

/** A fraction of the reservation, so that one failed renewal does no harm. */
export const renewEveryMs = 15_000

/** Returns a function that stops and resolves with the reservation as it is now. */
export function keepRenewing(
  reserved: Reservation,
  renew: (reservation: Reservation) => Promise<Reservation>,
  everyMs: number,
): () => Promise<Reservation> {
  let current = reserved
  let renewal = Promise.resolve()
  const renewNext = async () => {
    current = await renew(current).catch(() => current)
  }
  const timer = setInterval(() => (renewal = renewal.then(renewNext)), everyMs).unref()
  return async () => {
    clearInterval(timer)
    await renewal
    return current
  }
}
