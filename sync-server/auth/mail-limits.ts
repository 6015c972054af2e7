import type { Viewer } from '#schema/kernel/viewer.ts'
import { addressPrefix } from './address-prefix.ts'
import { aboutAccount, aboutAddress, type Counter, counterKey } from './counters.ts'

const minute = 60_000
const hour = 60 * minute

export const mailsOf = ({ tenantId, userId }: Viewer, kind: 'invite' | 'reset', about: string): readonly Counter[] => [
  { key: counterKey(kind, 'firm', tenantId), allowed: 200, pauseMs: 15 * minute, ttlMs: hour },
  { key: counterKey(kind, 'by', userId), allowed: 50, pauseMs: 5 * minute, ttlMs: hour },
  { key: counterKey(kind, 'about', tenantId, about), allowed: 5, pauseMs: 15 * minute, ttlMs: hour },
]

/** Limited by the stranger's address and by the mailbox. */
export function resetRequestsFrom(address: string): readonly Counter[] {
  const prefix = addressPrefix(address)
  const key = counterKey('forgot', 'from', prefix)
  return [{ key, allowed: 10, pauseMs: 5 * minute, ttlMs: hour, about: [aboutAddress(prefix)] }]
}
export const resetRequestsFor = (account: string): readonly Counter[] => [
  {
    key: counterKey('forgot', 'for', account),
    allowed: 3,
    pauseMs: 15 * minute,
    ttlMs: hour,
    about: [aboutAccount(account)],
  },
]
