import { assert } from './violation.ts'

export interface Page {
  readonly from: number
  readonly to: number
  readonly more: boolean
  /** GROW7: from a node that does not know every field. */
  readonly older?: true
  readonly rows: readonly (readonly [
    entity: string,
    id: string,
    number: number,
    fields: Record<string, unknown> | null,
  ])[]
}

export function checkPage(path: string, { from, to, rows, more }: Page): void {
  const after = Number(new URL(path, 'http://server').searchParams.get('after'))
  assert(from === after, () => `PULL4: a page after ${after} begins at ${from}`)
  let last = from
  const live = new Set<string>()
  for (const [entity, id, number, fields] of rows) {
    assert(number > from && number >= last, () => `PULL1: ${entity} ${id} arrives at ${number} after ${last}`)
    // PULL11: a tombstone may precede the row, or its next tombstone.
    assert(!live.has(`${entity} ${id}`), () => `PULL1: ${entity} ${id} occurs twice in a page`)
    assert(fields !== null || from > 0, () => `PULL5: a first page contains the deleted row ${entity} ${id}`)
    if (fields !== null) live.add(`${entity} ${id}`)
    last = number
  }
  assert(to >= last, () => `PULL3: a page ends at ${to}, before its row at ${last}`)
  assert(!more || to === last, () => `PULL3: a page with more after it ends at ${to}, its last row at ${last}`)
}
