// SEND14: a merge moves everything to one record; a restore moves back what nobody has moved since.
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { Operation } from '#schema/sync/protocol.ts'
import type { Tab } from '../device/device.ts'
import { assert } from './violation.ts'
import type { Entry, Verdict } from './server-state.ts'

export type Merge = Extract<Operation, { op: 'act' }>

export const mergeIn = (operations: readonly Operation[] | undefined): Merge | undefined => {
  const [first] = operations ?? []
  return operations?.length === 1 && first?.op === 'act' && first.verb === 'merge' ? first : undefined
}

const owned = ['investments', 'documents'] as const

/** Somebody may just have deleted the remaining record. */
export function checkMergeOnScreen({ store, label }: Tab, id: string, from: string): void {
  const investors = store.table('investors')
  if (!investors.get(id)) return
  assert(!investors.get(from), () => `SEND14: ${label} still shows the investor ${from}, which was merged into ${id}`)
  for (const entity of owned)
    for (const row of store.table(entity).all() as Iterable<AnyRow>)
      assert(
        row['investorId'] !== from,
        () => `SEND14: ${label} shows ${entity} ${row.id} at ${from}, merged into ${id}`,
      )
}

export function checkMerge({ id, number }: Verdict, entries: readonly Entry[], { id: into, fields }: Merge): void {
  const here = `The merge ${id} of ${String(fields['from'])} into ${into} (${number})`
  const [first, ...moves] = entries
  const last = moves.pop()
  assert(first?.action === 'investors.merge' && first.entityId === into, () => `${here} is not reported first`)
  assert(
    last?.action === 'investors.delete' &&
      last.entityId === fields['from'] &&
      last.details.after?.['deletedAt'] != null,
    () => `${here} did not delete the other record`,
  )
  for (const move of moves)
    assert(
      referencesMoved(move, String(fields['from']), into).length === 1,
      () => `${here} did more than move ${move.entityType} ${move.entityId}: ${JSON.stringify(move.details)}`,
    )
  assert(new Set(entries.map(({ entityId }) => entityId)).size === entries.length, () => `${here} reports a row twice`)
}

const referencesMoved = ({ action, entityType, details: { before, after } }: Entry, from: string, into: string) =>
  action === `${entityType}.update`
    ? Object.keys(after ?? {}).filter((field) => before?.[field] === from && after?.[field] === into)
    : []

interface MovedRow {
  readonly entity: string
  readonly id: string
  readonly field: string
  readonly into: string
}

/** The trail does not name what a restore moves back. */
export class MergedRecords {
  readonly #merges = new Map<string, { readonly into: string; readonly entries: Entry[] }>()
  readonly #moved = new Map<string, readonly MovedRow[]>()

  follow(entry: Entry): readonly MovedRow[] {
    const { action, entityId, details } = entry
    if (action === 'investors.merge') this.#merges.set(details.changeId, { into: entityId, entries: [] })
    const merge = this.#merges.get(details.changeId)
    merge?.entries.push(entry)
    if (action === 'investors.delete')
      this.#moved.set(
        entityId,
        (merge?.entries ?? []).flatMap((each) =>
          referencesMoved(each, entityId, merge!.into).map((field) => ({
            entity: each.entityType,
            id: each.entityId,
            field,
            into: merge!.into,
          })),
        ),
      )
    return action === 'investors.restore' && details.after?.['deletedAt'] === null
      ? (this.#moved.get(entityId) ?? [])
      : []
  }
}
