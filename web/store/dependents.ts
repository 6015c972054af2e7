// Which later changes build on one that was not accepted: they would only be refused one after the other.
import { groupOf } from '#schema/entity.ts'
import { fieldsOf } from '#schema/protocol.ts'
import type { Operation, Verdict } from '#schema/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import { becauseOf, refusedFields, supersededVerdict } from './outbox-entry.ts'
import type { Entry } from './outbox-entry.ts'

export interface NotAccepted {
  readonly entry: Entry
  readonly verdict: Verdict
}

class Missing {
  /** Rows that did not come to be, or are gone. */
  readonly #rows = new Set<string>()
  /** Fields whose value is not what the device thought. */
  readonly #fields = new Set<string>()

  add({ entry, verdict }: NotAccepted): void {
    const rowGone = verdict.code === 'DELETED' || verdict.code === 'NOT_FOUND'
    for (const operation of entry.change.ops) {
      if (operation.op === 'create' || (rowGone && operation.op === 'update')) this.#rows.add(operation.id)
      if (operation.op !== 'update') continue
      for (const field of refusedFields(operation, verdict)) this.#addField(operation, field)
    }
  }

  touches(operation: Operation): boolean {
    if (this.#rows.has(operation.id)) return true
    const entries = Object.entries(fieldsOf(operation))
    if (entries.some(([, value]) => typeof value === 'string' && this.#rows.has(value))) return true
    return operation.op === 'update' && entries.some(([field]) => this.#fields.has(`${operation.id} ${field}`))
  }

  #addField({ entity, id }: Operation, field: string): void {
    const of = entityNamed(entity)
    for (const each of of ? groupOf(of, field) : [field]) this.#fields.add(`${id} ${each}`)
  }
}

/** The later changes, in order, that build on one of these; `because` is the first of them or what it was built on. */
export function dependentsOf(
  roots: readonly NotAccepted[],
  later: readonly Entry[],
): { readonly entry: Entry; readonly because: string }[] {
  const found: { entry: Entry; because: string }[] = []
  const missing = roots.map((root) => {
    const of = new Missing()
    of.add(root)
    return { of, root }
  })
  for (const entry of later) {
    const hit = missing.find(
      ({ of, root }) => root.entry.order < entry.order && entry.change.ops.some((operation) => of.touches(operation)),
    )
    if (!hit) continue
    hit.of.add({ entry, verdict: supersededVerdict(entry.change.id) })
    found.push({ entry, because: becauseOf(hit.root.entry) ?? hit.root.entry.change.id })
  }
  return found
}
