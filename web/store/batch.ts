// Which waiting changes go into the next request.
import { fieldsOf, limits } from '#schema/protocol.ts'
import type { Change, Known, Operation } from '#schema/protocol.ts'
import type { Histories } from './histories.ts'
import { becauseOf, isFromOldHistory } from './outbox-entry.ts'
import type { Entry } from './outbox-entry.ts'

const envelopeBytes = 250

export interface Batching {
  readonly most: number
  /** Whether a parked change may be tried again. */
  readonly isDue: (entry: Entry) => boolean
  /** Changes that the server decides later. */
  readonly putOff?: ReadonlySet<Entry>
  readonly besides?: Besides
}

/**
 * The next changes in order, at most `most` and a request's bytes. What touches a row of a change that is parked or put
 * off stays behind it; a parked change that is due again goes alone.
 */
export function nextBatch(toSend: readonly Entry[], { most, isDue, putOff, besides }: Batching): Entry[] {
  const behind = new Set<string>()
  const batch: Entry[] = []
  let bytes = envelopeBytes
  for (const entry of toSend) {
    const alone = entry.parked && isDue(entry)
    if (alone && batch.length === 0) return [entry]
    if (entry.parked || putOff?.has(entry) || touches(entry, behind)) {
      for (const { id } of entry.change.ops) behind.add(id)
      continue
    }
    bytes += entry.bytes + (besides?.get(entry)?.length ?? 0) + 1
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

/** What a request says beside each change; the change itself stays the same bytes. */
export type Besides = ReadonlyMap<Entry, string>

/**
 * Of changes that are sent again after a new history where they had been, of others that were made before it, or that
 * build on one of these, that they were; and of what a tab supposes to be superseded, that it is so unless the server knows
 * better.
 */
export function besidesOf(toSend: readonly Entry[], { count, newest }: Histories): Besides {
  const besides = new Map<Entry, string>()
  const rows = new Set<string>()
  for (const entry of toSend) {
    const place = placeOf(entry, count, newest !== undefined && (entry.order < newest.order || touches(entry, rows)))
    const said = `${place}${becauseOf(entry) === null ? '' : ',"superseded":true'}`
    if (said !== '') besides.set(entry, said)
    if (place !== '') for (const { id } of entry.change.ops) rows.add(id)
  }
  return besides
}

function placeOf(entry: Entry, present: number, isBehind: boolean): string {
  if (isFromOldHistory(entry, present)) return `,"was":${JSON.stringify(whereItWas(entry))}`
  return isBehind ? ',"behind":true' : ''
}

const whereItWas = ({ epoch, verdict }: Entry): Change['was'] => ({
  epoch: epoch ?? '',
  number: verdict?.number ?? 0,
  ...(verdict?.mark ? { mark: verdict.mark } : {}),
})

/** The request's body. The bytes of a change are the same each time it is sent. */
export function bodyOf(client: string, known: Known | undefined, batch: readonly Entry[], besides: Besides): string {
  const texts = batch.map((entry) => `${entry.text.slice(0, -1)}${besides.get(entry) ?? ''}}`)
  const head = { client, ...(known ? { known } : {}) }
  return `${JSON.stringify(head).slice(0, -1)},"changes":[${texts.join(',')}]}`
}
