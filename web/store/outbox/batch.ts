// Chooses which waiting changes go into the next request.
import { rowsNamedIn } from '#schema/records/change.ts'
import { type Change, type Checkpoint, limits, type Operation } from '#schema/sync/protocol.ts'
import type { Epochs } from './epochs.ts'
import { becauseOf, type Entry, isSettledInOldEpoch } from './outbox-entry.ts'

const envelopeBytes = 250

export interface Batching {
  readonly most: number
  /** Whether a parked change may be tried again. */
  readonly isDue: (entry: Entry) => boolean
  /** Changes whose decision the server has put off. */
  readonly putOff?: ReadonlySet<Entry>
  readonly besides?: ExtraKeys
}

/**
 * The next changes in order, at most `most` and at most a request's bytes. A change to a row of a parked or put-off
 * change waits behind that one; a parked change that is due again is sent alone.
 */
export function nextBatch(toSend: readonly Entry[], { most, isDue, putOff, besides }: Batching): Entry[] {
  const behind = new Set<string>()
  const batch: Entry[] = []
  let bytes = envelopeBytes
  for (const entry of toSend) {
    const alone = entry.parked && isDue(entry) && !putOff?.has(entry)
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

/** Leaves out the changes that are held back, and those that build on an earlier one that is left out. */
export function withoutHeldBack(toSend: readonly Entry[], isHeldBack: (entry: Entry) => boolean): Entry[] {
  const behind = new Set<string>()
  return toSend.filter((entry) => {
    if (!isHeldBack(entry) && !touches(entry, behind)) return true
    for (const { id } of entry.change.ops) behind.add(id)
    return false
  })
}

const touches = ({ change }: Entry, rows: ReadonlySet<string>): boolean =>
  rows.size > 0 && change.ops.some((operation) => touchesRow(operation, rows))

const touchesRow = (operation: Operation, rows: ReadonlySet<string>): boolean =>
  rowsNamedIn(operation).some((id) => rows.has(id))

/** What a request adds to each change; the change's own bytes stay the same. */
export type ExtraKeys = ReadonlyMap<Entry, string>

/**
 * Adds to a change that is sent again after a new history its former place (`was`); to other changes from before that
 * history, or that build on such a change, `behind`; and `superseded` to those that a tab supposes to fall with an
 * earlier one.
 */
export function extraKeysOf(toSend: readonly Entry[], histories: Epochs): ExtraKeys {
  const besides = new Map<Entry, string>()
  const rows = new Set<string>()
  for (const entry of toSend) {
    const place = placeOf(entry, histories.count, isBehind(entry, histories) || touches(entry, rows))
    const said = `${place}${becauseOf(entry) === null ? '' : ',"superseded":true'}`
    if (said !== '') besides.set(entry, said)
    if (place !== '') for (const { id } of entry.change.ops) rows.add(id)
  }
  return besides
}

/** Whether it was made before its device learned of the present history. */
export const isBehind = ({ behind, order }: Entry, { newest }: Epochs): boolean =>
  behind || (newest !== undefined && order < newest.order)

function placeOf(entry: Entry, present: number, isBehind: boolean): string {
  if (isSettledInOldEpoch(entry, present)) return `,"was":${JSON.stringify(previousPosition(entry))}`
  return isBehind ? ',"behind":true' : ''
}

const previousPosition = ({ epoch, verdict }: Entry): Change['was'] => ({
  epoch: epoch ?? '',
  number: verdict?.number ?? 0,
  ...(verdict?.mark ? { mark: verdict.mark } : {}),
})

/** The request's body. The bytes of a change are the same each time it is sent. */
export function bodyOf(
  client: string,
  known: Checkpoint | undefined,
  batch: readonly Entry[],
  besides: ExtraKeys,
): string {
  const texts = batch.map((entry) => `${entry.text.slice(0, -1)}${besides.get(entry) ?? ''}}`)
  const head = { client, ...(known ? { known } : {}) }
  return `${JSON.stringify(head).slice(0, -1)},"changes":[${texts.join(',')}]}`
}
