// What ended histories had decided: the server's tables no longer contain it.
import type { Change } from '#schema/sync/protocol.ts'
import type { Call } from '../network/network.ts'
import type { Written, Verdict } from './written.ts'

/** A verdict, from the server's tables or as a device received it. */
type Said = Pick<Verdict, 'id' | 'number'> & { readonly verdict: string; readonly code?: string | undefined }

const wordOf = ({ id, verdict, code, number }: Said): string => `${id} ${verdict} ${code ?? ''} ${number}`

export class Past {
  /** How often an older copy was restored. */
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

  /** Notes a request that has reached the server. */
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

  /** Whether a copy of an answered request has brought it to the restored server, which told nobody what became of it. */
  isEchoed(id: string): boolean {
    return this.#echoed.has(id)
  }

  /** Whether the change itself took the number with this mark, and did not only find it. */
  wrote(id: string, mark: string): boolean {
    return this.#wrote.has(`${id} ${mark}`)
  }

  /** BACK3: whether it was sent with `was`, so that it may have been ordered by its former place. */
  isBack(id: string): boolean {
    return this.#returning.has(id)
  }
}
