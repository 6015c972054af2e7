// Which waiting changes go into the next request.
import { fieldsOf, limits } from '#schema/protocol.ts'
import type { Operation } from '#schema/protocol.ts'
import { isFromOldHistory } from './ledger-entry.ts'
import type { Entry } from './ledger-entry.ts'

const envelopeBytes = 100

/**
 * The next changes in order, at most `most` and a request's bytes. What touches a row of a parked change stays behind
 * it; a parked change that is due again goes alone.
 */
export function nextBatch(toSend: readonly Entry[], most: number, isDue: (entry: Entry) => boolean): Entry[] {
  const behind = new Set<string>()
  const batch: Entry[] = []
  let bytes = envelopeBytes
  for (const entry of toSend) {
    const alone = entry.parked && isDue(entry)
    if (alone && batch.length === 0) return [entry]
    if (entry.parked || touches(entry, behind)) {
      for (const { id } of entry.change.ops) behind.add(id)
      continue
    }
    bytes += entry.bytes + 1
    if (batch.length > 0 && (batch.length >= most || bytes > limits.requestBytes)) break
    batch.push(entry)
  }
  return batch
}

const touches = ({ change }: Entry, rows: ReadonlySet<string>): boolean =>
  rows.size > 0 && change.ops.some((operation) => touchesRow(operation, rows))

const touchesRow = (operation: Operation, rows: ReadonlySet<string>): boolean =>
  rows.has(operation.id) ||
  Object.values(fieldsOf(operation)).some((value) => typeof value === 'string' && rows.has(value))

/** The request's body. The bytes of a change are the same each time it is sent, until a new history asks where it was. */
export function bodyOf(client: string, batch: readonly Entry[], epoch: string | null): string {
  const texts = batch.map((entry) =>
    isFromOldHistory(entry, epoch)
      ? JSON.stringify({ ...entry.change, was: { epoch: entry.epoch, number: entry.verdict!.number } })
      : entry.text,
  )
  return `{"client":${JSON.stringify(client)},"changes":[${texts.join(',')}]}`
}
