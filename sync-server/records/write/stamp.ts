// A change takes one number, and further ones only when it writes more rows than fit into a page.
import { limits } from '#schema/sync/protocol.ts'
import { audienceColumns, audiencesOf, sinceColumn } from '#server/db/tables/audiences.ts'
import type { Staged } from '#server/records/rows/working-set.ts'

export interface Tombstone {
  readonly audience: string
  readonly left: number
  readonly entity: string
  readonly id: string
  readonly entered: number
}

export interface Stamped {
  readonly rows: readonly Staged[]
  readonly tombstones: readonly Tombstone[]
  readonly number: number
  /** Each with its highest number. */
  readonly audiences: ReadonlyMap<string, number>
}

export function stamp(staged: readonly Staged[], counter: number): Stamped {
  const tombstones: Tombstone[] = []
  const audiences = new Map<string, number>()
  let number = counter + 1
  let written = 0
  const rows = staged.map(({ of: entity, before, after }) => {
    const [from, to] = [before ? audiencesOf(entity, before) : new Map<string, string>(), audiencesOf(entity, after)]
    // The others may not have learned that it was deleted.
    const left = [...from].filter(([audience]) => !to.has(audience))
    if (written + 1 + left.length > limits.rowsPerNumber) [number, written] = [number + 1, 0]
    written += 1 + left.length
    for (const [audience, column] of left) {
      tombstones.push({
        audience,
        left: number,
        entity: entity.name,
        id: after.id,
        entered: (before![sinceColumn(column)] as number | null) ?? 0,
      })
    }
    for (const audience of [...from.keys(), ...to.keys()]) audiences.set(audience, number)
    const entered = new Map([...to].filter(([audience]) => !from.has(audience)).map(([, column]) => [column, number]))
    const since = audienceColumns(entity).map(
      (column) => [sinceColumn(column), entered.get(column) ?? before?.[sinceColumn(column)] ?? number] as const,
    )
    return { of: entity, before, after: { ...after, ...Object.fromEntries(since), number } }
  })
  return { rows, tombstones, number, audiences }
}
