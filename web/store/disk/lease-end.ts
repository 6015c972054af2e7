import type { Identity } from '#web/store/base/contract.ts'
import type { Contact } from './identity.ts'

const dayMs = 86_400_000

/**
 * The contact by a clock that shows `now`. Where it was turned back meanwhile, the time that had passed until then stays
 * passed, and more passes from there on: neither a wrong clock that is set right nor one that is turned back on purpose
 * lengthens the lease by as much.
 */
export function contactBy(now: number, contact: Contact): Contact {
  const back = Math.max(contact.seen - now, 0)
  return { ...contact, at: contact.at - back, seen: now }
}

/** When the firm's lease on this device ends, in ms since 1970 by its clock; Infinity without a limit. */
export const leaseEndOf = ({ leaseDays = 0 }: Identity, { at }: Contact): number =>
  leaseDays > 0 ? at + leaseDays * dayMs : Infinity
