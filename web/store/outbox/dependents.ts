// Later changes that build on a refused one: the server would refuse them one after the other.
import { buildsOnRefused, refuseFields } from '#schema/records/change.ts'
import { createdByActs, includesRow } from '#schema/records/derived-ids.ts'
import { fieldsOf, type Operation } from '#schema/sync/protocol.ts'
import { causeIdOf, type Entry, type RefusedEntry, refusedFields, supersededVerdict } from './outbox-entry.ts'

class RefusedEffects {
  readonly #refused = { rows: new Set<string>(), fields: new Set<string>() }

  add({ entry, verdict }: RefusedEntry): void {
    const isRowMissing = verdict.code === 'DELETED' || verdict.code === 'NOT_FOUND'
    for (const part of createdByActs(entry.change)) this.#refused.rows.add(part)
    for (const operation of entry.change.ops) {
      if (operation.op === 'create' || (isRowMissing && operation.op === 'update')) this.#refused.rows.add(operation.id)
      if (operation.op === 'update') refuseFields(this.#refused, operation, [...refusedFields(operation, verdict)])
    }
  }

  touches(operation: Operation): boolean {
    const refers = Object.values(fieldsOf(operation)).some(
      (value) => typeof value === 'string' && includesRow(this.#refused.rows, value),
    )
    return refers || buildsOnRefused(this.#refused, operation)
  }
}

/** In order. `because` is the root, or the change by which the root itself was superseded. */
export function dependentsOf(
  roots: readonly RefusedEntry[],
  later: readonly Entry[],
): { readonly entry: Entry; readonly because: string }[] {
  const found: { entry: Entry; because: string }[] = []
  const effects = roots.map((root) => {
    const refusedEffects = new RefusedEffects()
    refusedEffects.add(root)
    return { of: refusedEffects, root }
  })
  for (const entry of later) {
    const cause = effects.find(
      ({ of: refusal, root }) =>
        root.entry.order < entry.order && entry.change.ops.some((operation) => refusal.touches(operation)),
    )
    if (!cause) continue
    cause.of.add({ entry, verdict: supersededVerdict(entry.change.id) })
    found.push({ entry, because: causeIdOf(cause.root.entry) ?? cause.root.entry.change.id })
  }
  return found
}
