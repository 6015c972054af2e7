// Records of a newer version of the app stay on the disk for that version.
import { rowsNamedIn } from '#schema/records/change.ts'
import { commonPartOf, createdByActs } from '#schema/records/derived-ids.ts'
import type { Change } from '#schema/sync/protocol.ts'
import type { Entry } from './outbox-entry.ts'
import { isObject, objectIn } from '#web/store/base/read-json.ts'

export class UnreadRecords {
  readonly #texts = new Map<string, string>()
  /** By record, for acts that only a newer version knows. */
  readonly #createdByActs = new Map<string, readonly string[]>()
  #unsent = 0

  add(order: string, text: string): void {
    this.#texts.set(order, text)
    this.#createdByActs.set(order, createdIn(text))
    if (!isBookkeeping(text)) this.#unsent++
  }

  get unsent(): number {
    return this.#unsent
  }

  get texts(): readonly string[] {
    return [...this.#texts.values()]
  }

  /** Whether one of them mentions the change: it may discard it or hold its verdict. */
  mentions(changeId: string): boolean {
    for (const text of this.#texts.values()) if (text.includes(changeId)) return true
    return false
  }

  /** Whether a record mentions the change, or an earlier one may have changed a row that it refers to. */
  holdsBack({ order, change, shown }: Entry): boolean {
    const shownRows = (shown ?? []).map(({ id }) => id)
    const referencedRows = this.#texts.size > 0 ? [...change.ops.flatMap(rowsNamedIn), ...shownRows] : []
    for (const [recordOrder, text] of this.#texts) {
      if (text.includes(change.id)) return true
      const created = this.#createdByActs.get(recordOrder) ?? []
      const mayChange = (id: string) => text.includes(id) || created.includes(commonPartOf(id))
      if (recordOrder < order && referencedRows.some(mayChange)) return true
    }
    return false
  }
}

function createdIn(text: string): readonly string[] {
  const change = objectIn(text)?.['change']
  if (!isObject(change) || typeof change['id'] !== 'string' || !Array.isArray(change['ops'])) return []
  return createdByActs({ id: change['id'], ops: change['ops'].filter(isObject) as unknown as Change['ops'] })
}

function isBookkeeping(text: string): boolean {
  const kind = objectIn(text)?.['kind']
  return kind === 'receipt' || kind === 'history' || kind === 'seen' || kind === 'discard'
}
