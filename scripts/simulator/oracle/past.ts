// What the histories that ended with a restore had said: nothing of it is written down any more.
import type { Change } from '#schema/protocol.ts'
import type { Call } from '../network.ts'
import type { Written, Verdict } from './written.ts'

/** As the server wrote it down, or as a device was told. */
type Said = Pick<Verdict, 'id' | 'number'> & { readonly verdict: string; readonly code?: string | undefined }

const wordOf = ({ id, verdict, code, number }: Said): string => `${id} ${verdict} ${code ?? ''} ${number}`

export class Past {
  /** How often an older copy came back. */
  restores = 0
  readonly #verdicts = new Set<string>()
  readonly #wrote = new Set<string>()
  readonly #returning = new Set<string>()

  keep({ verdicts, entries, marks }: Written): void {
    this.restores++
    for (const verdict of verdicts.values()) this.#verdicts.add(wordOf(verdict))
    for (const { number, details } of entries) this.#wrote.add(`${details.changeId} ${marks.get(number)}`)
  }

  /** A request that has reached the server. */
  hear({ body }: Call): void {
    if (body === undefined) return
    for (const { id, was } of (JSON.parse(body) as { changes: Change[] }).changes) if (was) this.#returning.add(id)
  }

  said(verdict: Said): boolean {
    return this.#verdicts.has(wordOf(verdict))
  }

  /** Whether the number with this mark was taken by the change itself, and not by what it found. */
  wrote(id: string, mark: string): boolean {
    return this.#wrote.has(`${id} ${mark}`)
  }

  /** BACK3: whether it said where it had been, so that it may have had its place by that. */
  isBack(id: string): boolean {
    return this.#returning.has(id)
  }
}
