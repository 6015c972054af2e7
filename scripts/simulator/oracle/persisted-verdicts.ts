// SEND5: a verdict is on disk before it is shown, so a restarted device shows it too.
import type { Device } from '../device/device.ts'
import { assert } from './violation.ts'

interface StoredRecord {
  readonly kind: string
  readonly verdicts?: readonly { readonly id: string }[]
  readonly superseded?: readonly { readonly id: string }[]
  readonly change?: { readonly id: string }
  /** HIST9: made from the accepted part of an earlier change. */
  readonly accepted?: unknown
}

const idsByText = new Map<string, readonly string[]>()

function idsIn(text: string): readonly string[] {
  const cached = idsByText.get(text)
  if (cached) return cached
  const { kind, verdicts = [], superseded = [], change, accepted } = JSON.parse(text) as StoredRecord
  const ids = kind === 'receipt' ? [...verdicts, ...superseded].map(({ id }) => id) : accepted ? [change!.id] : []
  if (idsByText.size > 10_000) idsByText.clear()
  idsByText.set(text, ids)
  return ids
}

export function checkPersisted({ tabs, disk }: Device): void {
  for (const { store, label, person } of tabs) {
    const persisted = new Set(disk.outboxOf(person.identity.id).flatMap(idsIn))
    for (const { id, verdict } of store.outbox())
      assert(verdict === null || persisted.has(id), () => `${label} has a verdict on ${id} that is not on its disk`)
  }
}
