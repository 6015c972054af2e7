// Renewal lets the reservation be short.
import type { Reservation } from './idempotency-rows.ts'

/** One failed renewal does no harm. */
export const renewEveryMs = 15_000

/** `renew` does not reject. The returned function resolves with the current reservation. */
export function keepRenewing(
  reserved: Reservation,
  renew: (reservation: Reservation) => Promise<Reservation>,
  everyMs: number,
): () => Promise<Reservation> {
  let current = reserved
  let renewal = Promise.resolve()
  const renewNext = async () => {
    current = await renew(current)
  }
  const timer = setInterval(() => (renewal = renewal.then(renewNext)), everyMs).unref()
  return async () => {
    clearInterval(timer)
    await renewal
    return current
  }
}
