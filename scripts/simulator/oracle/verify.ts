// What must hold when everybody has synced.
import type { History } from '../history.ts'
import { readBooks } from './books.ts'
import { checkChain } from './chain.ts'
import { checkDevices } from './devices.ts'
import { checkEffects } from './effects.ts'
import { checkOutboxes } from './outboxes.ts'
import { checkMerges } from './merges.ts'
import { checkSums } from './sums.ts'

export async function verify(history: History): Promise<void> {
  await checkDevices(history)
  const books = await readBooks(history.backend.sql, history.firm.tenantId)
  checkChain(books)
  checkOutboxes(history, books)
  checkEffects(history, books)
  checkMerges(history, books)
  await checkSums(history.backend.sql, history.firm.tenantId)
}
