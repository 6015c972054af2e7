import type { History } from '../history/history.ts'
import { readServerState } from './server-state.ts'
import { checkChain } from './chain.ts'
import { checkDevices } from './devices.ts'
import { checkEffects } from './effects.ts'
import { checkOutboxes } from './outboxes.ts'
import { checkMerges } from './merges.ts'
import { checkSealed } from './sealed.ts'
import { checkSums } from './sums.ts'

export async function verify(history: History): Promise<void> {
  history.devices.forEach(checkSealed)
  await checkDevices(history)
  const written = await readServerState(history.backend.sql, history.firm.tenantId)
  checkChain(written, history.release?.filled?.number)
  checkOutboxes(history, written)
  checkEffects(history, written)
  checkMerges(history, written)
  await checkSums(history.backend.sql, history.firm.tenantId, history.release?.withdrawn)
}
