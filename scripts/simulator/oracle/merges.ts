// MERGE4: the verdict says `merged` exactly when somebody wrote the row after the person had seen it.
import type { History } from '../history.ts'
import type { Books } from './books.ts'
import { hold } from './violation.ts'

interface Details {
  readonly followed?: readonly (readonly [entity: string, id: string])[]
}

export function checkMerges({ devices }: History, { entries, verdicts }: Books): void {
  const writes = new Map<string, number[]>()
  for (const { number, entityId, details } of entries) {
    const followed = (details as Details).followed ?? []
    const written = details.after ? [entityId] : []
    for (const id of [...written, ...followed.map(([, each]) => each)])
      writes.set(id, [...(writes.get(id) ?? []), number])
  }
  for (const { promised } of devices)
    for (const [id, { ops, saw }] of promised) {
      const verdict = verdicts.get(id)
      if (!saw || ops.length !== 1 || !verdict || verdict.number === null || verdict.verdict === 'conflict') continue
      const since = (writes.get(ops[0]!.id) ?? []).filter((number) => number > saw && number < verdict.number!)
      // Where a change wrote nothing, its number is that of the last write.
      const isOwn = entries.some(({ details, number }) => details.changeId === id && number === verdict.number)
      if (!isOwn) continue
      hold(
        (verdict.verdict === 'merged') === since.length > 0,
        () =>
          `The change ${id} of a row seen at ${saw} is ${verdict.verdict}, and the row was written at ${since.join()}`,
      )
    }
}
