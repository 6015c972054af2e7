// Decisions of old epochs, which the server's tables no longer contain.
import type { Change } from '#schema/sync/protocol.ts'
import type { Call } from '../network/network.ts'
import type { Written, Verdict } from './written.ts'

/** From the server's tables, or as received by a device. */
type Said = Pick<Verdict, 'id' | 'number'> & { readonly verdict: string; readonly code?: string | undefined }

const wordOf = ({ id, verdict, code, number }: Said): string => `${id} ${verdict} ${code ?? ''} ${number}`

export class Past {
  restores = 0
  readonly #verdicts = new Set<string>()
  readonly #wrote = new Set<string>()
  readonly #returning = new Set<string>()
  readonly #echoed = new Set<string>()

  keep({ verdicts, entries, marks }: Written): void {
    this.restores++
    for (const verdict of verdicts.values()) this.#verdicts.add(wordOf(verdict))
    for (const { number, details } of entries) this.#wrote.add(`${details.changeId} ${marks.get(number)}`)
  }

  /** Records a request that has reached the server. */
  hear({ body, back }: Call): void {
    if (body === undefined) return
    for (const { id, was } of (JSON.parse(body) as { changes: Change[] }).changes) {
      if (was) this.#returning.add(id)
      if (this.restores > 0 && back === undefined) this.#echoed.add(id)
    }
  }

  said(verdict: Said): boolean {
    return this.#verdicts.has(wordOf(verdict))
  }

  /** Whether a copy of an answered request has replayed it to the restored server. */
  isEchoed(id: string): boolean {
    return this.#echoed.has(id)
  }

  /** Whether the change took the number with this hash itself, instead of finding it. */
  wrote(id: string, mark: string): boolean {
    return this.#wrote.has(`${id} ${mark}`)
  }

  /** BACK3: sent with `was`, so it may have been ordered by its former number. */
  isBack(id: string): boolean {
    return this.#returning.has(id)
  }
}
