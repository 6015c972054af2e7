// MERGE4: the verdict is `merged` exactly when somebody wrote the row after the person saw it.
import type { History } from '../history/history.ts'
import type { ServerState } from './server-state.ts'
import { assert } from './violation.ts'

interface Details {
  readonly followed?: readonly (readonly [entity: string, id: string])[]
}

/** NUM4: a large change takes several numbers, and the trail names the last one. */
interface Write {
  readonly first: number
  readonly last: number
}

export function checkMerges({ devices, release, watch: { past } }: History, { entries, verdicts }: ServerState): void {
  const writes = writesOf(entries)
  const { number: first = 0, ids = [] } = release?.filled ?? {}
  for (const id of ids) writes.set(id, [...(writes.get(id) ?? []), { first, last: first }])
  for (const { committed } of devices)
    for (const [id, { ops, seenNumber }] of committed) {
      const verdict = verdicts.get(id)
      if (!seenNumber || ops.length !== 1 || !verdict || verdict.number === null || verdict.verdict === 'conflict')
        continue
      // BACK3: a replayed change may have been ordered by its former number.
      if (past.isReplay(id)) continue
      const { number } = verdict
      // A change that wrote nothing has the number of the last write.
      if (!entries.some((entry) => entry.details.changeId === id && entry.number === number)) continue
      const before = (writes.get(ops[0]!.id) ?? []).filter(({ last }) => last > seenNumber && last < number)
      const isMerged = verdict.verdict === 'merged'
      assert(
        isMerged ? before.length > 0 : before.every(({ first }) => first <= seenNumber),
        () =>
          `The change ${id} of a row seen at ${seenNumber} is ${verdict.verdict}; writes since: ${JSON.stringify(before)}`,
      )
    }
}

function writesOf(entries: ServerState['entries']): Map<string, Write[]> {
  const writes = new Map<string, Write[]>()
  let [before, last] = [0, 0]
  for (const { number, entityId, details } of entries) {
    if (number > last) [before, last] = [last, number]
    const followed = (details as Details).followed ?? []
    for (const id of [...(details.after ? [entityId] : []), ...followed.map(([, each]) => each)])
      writes.set(id, [...(writes.get(id) ?? []), { first: before + 1, last: number }])
  }
  return writes
}
