// Outbox records that a newer version of the app has written. This version keeps them on the disk without interpreting
// them, and the newer one continues with them.
import { rowsNamedIn } from '#schema/records/change.ts'
import type { Entry } from './outbox-entry.ts'
import { objectIn } from '#web/store/base/read-json.ts'

export class UnreadRecords {
  /** Their texts, by their place in the outbox. */
  readonly #texts = new Map<string, string>()
  #unsent = 0

  take(order: string, text: string): void {
    this.#texts.set(order, text)
    if (!isBookkeeping(text)) this.#unsent++
  }

  /** How many may contain something that a person did. */
  get unsent(): number {
    return this.#unsent
  }

  get texts(): readonly string[] {
    return [...this.#texts.values()]
  }

  /** Whether one of them mentions the change: it may discard it or hold its verdict. */
  mention(changeId: string): boolean {
    for (const text of this.#texts.values()) if (text.includes(changeId)) return true
    return false
  }

  /** Whether the change has to wait: one of them mentions it, or may earlier have changed a row that it names. */
  holdBack({ order, change }: Entry): boolean {
    const named = this.#texts.size > 0 ? change.ops.flatMap(rowsNamedIn) : []
    for (const [place, text] of this.#texts) {
      if (text.includes(change.id)) return true
      if (place < order && named.some((id) => text.includes(id))) return true
    }
    return false
  }
}

/** Whether it only notes something about changes that have records of their own. */
function isBookkeeping(text: string): boolean {
  const kind = objectIn(text)?.['kind']
  return kind === 'receipt' || kind === 'history' || kind === 'seen' || kind === 'discard'
}
