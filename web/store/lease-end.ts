import type { Identity } from './contract.ts'
import type { Contact } from './identity.ts'

const dayMs = 86_400_000

/** When the firm's lease on this device ends, in ms since 1970 by its clock; Infinity without a limit. */
export const leaseEndOf = ({ leaseDays = 0 }: Identity, { at }: Contact): number =>
  leaseDays > 0 ? at + leaseDays * dayMs : Infinity
