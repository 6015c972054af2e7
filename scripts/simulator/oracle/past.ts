// Decisions of old epochs, which the server's tables no longer contain.
import type { Change } from '#schema/sync/protocol.ts'
import type { Call } from '../network/network.ts'
import type { ServerState, Verdict } from './server-state.ts'

/** From the server's tables, or as received by a device. */
type KnownVerdict = Pick<Verdict, 'id' | 'number'> & { readonly verdict: string; readonly code?: string | undefined }

const keyOf = ({ id, verdict, code, number }: KnownVerdict): string => `${id} ${verdict} ${code ?? ''} ${number}`

export class Past {
  restores = 0
  readonly #verdicts = new Set<string>()
  readonly #wrote = new Set<string>()
  readonly #replayed = new Set<string>()
  readonly #echoed = new Set<string>()

  addEpoch({ verdicts, entries, checkpointHashes }: ServerState): void {
    this.restores++
    for (const verdict of verdicts.values()) this.#verdicts.add(keyOf(verdict))
    for (const { number, details } of entries) this.#wrote.add(`${details.changeId} ${checkpointHashes.get(number)}`)
  }

  recordRequest({ body, handlers }: Call): void {
    if (body === undefined) return
    for (const { id, was } of (JSON.parse(body) as { changes: Change[] }).changes) {
      if (was) this.#replayed.add(id)
      if (this.restores > 0 && handlers === undefined) this.#echoed.add(id)
    }
  }

  hasVerdict(verdict: KnownVerdict): boolean {
    return this.#verdicts.has(keyOf(verdict))
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
  isReplay(id: string): boolean {
    return this.#replayed.has(id)
  }
}
