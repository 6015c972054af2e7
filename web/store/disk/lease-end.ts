import type { Identity } from '#web/store/base/contract.ts'
import type { Contact } from './identity.ts'

const dayMs = 86_400_000

/** If the clock was set back, time already elapsed still counts, so changing the clock does not extend the lease. */
export function effectiveContact(now: number, contact: Contact): Contact {
  const setBackMs = Math.max(contact.seen - now, 0)
  return { ...contact, at: contact.at - setBackMs, seen: now }
}

export const leaseEndOf = ({ leaseDays = 0 }: Identity, { at }: Contact): number =>
  leaseDays > 0 ? at + leaseDays * dayMs : Infinity
