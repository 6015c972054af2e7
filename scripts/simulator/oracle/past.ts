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
  readonly #former = new Map<string, { readonly epoch: number; readonly number: number }>()
  /** By epoch, the last number in the copy that ended it. */
  readonly #forks: number[] = []
  readonly #replayed = new Set<string>()
  readonly #echoed = new Set<string>()

  addEpoch({ verdicts, entries, checkpointHashes }: ServerState): void {
    this.restores++
    for (const verdict of verdicts.values()) this.#verdicts.add(keyOf(verdict))
    for (const { number, details } of entries) {
      this.#wrote.add(`${details.changeId} ${checkpointHashes.get(number)}`)
      this.#former.set(details.changeId, { epoch: this.#forks.length, number })
    }
  }

  addCopy({ counter }: ServerState): void {
    this.#forks.push(counter)
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

  /** Whether a copy of a served request has replayed it to the restored server. */
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

  /** BACK11, BACK12: whether a change that came back was later than the last writer of a value. */
  wasLater(id: string, writer: { readonly number: number; readonly changeId: string }): boolean {
    const former = this.#former.get(id)
    if (!former || !this.isReplay(id)) return false
    const fork = this.#forks[former.epoch]!
    if (former.number > fork && writer.number <= fork) return true
    const other = this.isReplay(writer.changeId) ? this.#former.get(writer.changeId) : undefined
    return other?.epoch === former.epoch && other.number < former.number
  }
}
