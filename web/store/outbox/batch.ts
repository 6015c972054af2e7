import { rowsNamedIn } from '#schema/records/change.ts'
import { includesRow, writtenRows as rowsWrittenBy } from '#schema/records/derived-ids.ts'
import { type Change, type Checkpoint, limits } from '#schema/sync/protocol.ts'
import type { Epochs } from './epochs.ts'
import { causeIdOf, type Entry, isSettledInOldEpoch } from './outbox-entry.ts'

const envelopeBytes = 250

export interface BatchOptions {
  readonly max: number
  readonly isDue: (entry: Entry) => boolean
  readonly deferred?: ReadonlySet<Entry>
  readonly extraKeys?: ExtraKeys
}

/**
 * In order, limited by `max` and a request's bytes. A change to a row of a parked or deferred change waits behind it;
 * a parked change that is due is sent alone.
 */
export function nextBatch(toSend: readonly Entry[], { max, isDue, deferred, extraKeys }: BatchOptions): Entry[] {
  const blockedRows = new Set<string>()
  const batch: Entry[] = []
  let bytes = envelopeBytes
  for (const entry of toSend) {
    const isSentAlone = entry.parked && isDue(entry) && !deferred?.has(entry)
    if (isSentAlone && batch.length === 0) return [entry]
    if (entry.parked || deferred?.has(entry) || touches(entry, blockedRows)) {
      for (const id of writtenRows(entry)) blockedRows.add(id)
      continue
    }
    bytes += entry.bytes + (extraKeys?.get(entry)?.length ?? 0) + 1
    if (batch.length > 0 && (batch.length >= max || bytes > limits.requestBytes)) break
    batch.push(entry)
  }
  return batch
}

export function withoutHeldBack(toSend: readonly Entry[], isHeldBack: (entry: Entry) => boolean): Entry[] {
  const blockedRows = new Set<string>()
  return toSend.filter((entry) => {
    if (!isHeldBack(entry) && !touches(entry, blockedRows)) return true
    for (const id of writtenRows(entry)) blockedRows.add(id)
    return false
  })
}

/** Including those that an act writes without naming them. */
const writtenRows = ({ change, shown }: Entry): readonly string[] => [
  ...rowsWrittenBy(change),
  ...(shown ?? []).map(({ id }) => id),
]

const touches = (entry: Entry, rows: ReadonlySet<string>): boolean =>
  rows.size > 0 && [...entry.change.ops.flatMap(rowsNamedIn), ...writtenRows(entry)].some((id) => includesRow(rows, id))

export type ExtraKeys = ReadonlyMap<Entry, string>

/**
 * `was`: its former position, when sent again after a new epoch. `behind`: from before that epoch, or builds on such a
 * change. `superseded`: a tab expects its refusal.
 */
export function extraKeysOf(toSend: readonly Entry[], epochs: Epochs): ExtraKeys {
  const extraKeys = new Map<Entry, string>()
  const rows = new Set<string>()
  for (const entry of toSend) {
    const position = positionKeys(entry, epochs.count, isMadeInOldEpoch(entry, epochs) || touches(entry, rows))
    const keys = `${position}${causeIdOf(entry) === null ? '' : ',"superseded":true'}`
    if (keys !== '') extraKeys.set(entry, keys)
    if (position !== '') for (const id of rowsWrittenBy(entry.change)) rows.add(id)
  }
  return extraKeys
}

export const isMadeInOldEpoch = ({ fromOldEpoch: blockedRows, order }: Entry, { newest }: Epochs): boolean =>
  blockedRows || (newest !== undefined && order < newest.order)

function positionKeys(entry: Entry, currentEpoch: number, isFromOldEpoch: boolean): string {
  if (isSettledInOldEpoch(entry, currentEpoch)) return `,"was":${JSON.stringify(previousPosition(entry))}`
  return isFromOldEpoch ? ',"behind":true' : ''
}

const previousPosition = ({ epoch, verdict }: Entry): Change['was'] => ({
  epoch: epoch ?? '',
  number: verdict?.number ?? 0,
  ...(verdict?.mark ? { mark: verdict.mark } : {}),
})

export function bodyOf(
  client: string,
  checkpoint: Checkpoint | undefined,
  batch: readonly Entry[],
  extraKeys: ExtraKeys,
): string {
  const texts = batch.map((entry) => `${entry.text.slice(0, -1)}${extraKeys.get(entry) ?? ''}}`)
  const head = { client, ...(checkpoint ? { known: checkpoint } : {}) }
  return `${JSON.stringify(head).slice(0, -1)},"changes":[${texts.join(',')}]}`
}
