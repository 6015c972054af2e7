// SEND2: no change to a row is sent before an earlier undecided one that its tab knew. A revoked device does not send
// again what it has handed in.
import type { Operation } from '#schema/sync/protocol.ts'
import type { Device, Tab } from '../device/device.ts'
import type { Call } from '../network/network.ts'
import { assert } from './violation.ts'

export class SendOrder {
  readonly #judged = new Set<string>()
  readonly #handedIn = new Map<string, ReadonlySet<string>>()

  decided(ids: readonly string[]): void {
    for (const id of ids) this.#judged.add(id)
  }

  handedIn(device: string, ids: readonly string[]): void {
    this.#handedIn.set(device, new Set([...(this.#handedIn.get(device) ?? []), ...ids]))
  }

  judgedFor(device: string): void {
    this.#handedIn.delete(device)
  }

  forget(isLost: (id: string) => boolean): void {
    for (const id of this.#judged) if (isLost(id)) this.#judged.delete(id)
  }

  sent({ from, body, handlers }: Call): void {
    if (!handlers || !body || !('store' in from)) return
    const { device, store } = from as Tab
    const { changes } = JSON.parse(body) as { changes: { id: string; ops: Operation[] }[] }
    const sentIds = new Set(this.#handedIn.get(from.on))
    const open = new Set(store.outbox().flatMap(({ id, state, verdict }) => (isOpen(state, verdict) ? [id] : [])))
    for (const { id, ops } of changes) {
      for (const earlier of madeBefore(device, id)) {
        if (sentIds.has(earlier) || this.#judged.has(earlier) || !open.has(earlier)) continue
        const own = new Set(device.committed.get(earlier)!.ops.map((each) => each.id))
        const touched = ops.find((each) => own.has(each.id))
        assert(!touched, () => `${from.label} sends ${id} before ${earlier}, and both are about ${touched!.id}`)
      }
      sentIds.add(id)
    }
  }
}

const isOpen = (state: string, verdict: unknown): boolean =>
  state === 'waiting' || ((state === 'sent' || state === 'attention') && verdict === null)

function madeBefore({ committed }: Device, id: string): string[] {
  const action = committed.get(id)
  const ids = [...committed.keys()].filter(
    (each) => each === id || (committed.get(each)!.author === action?.author && action.knownIds.has(each)),
  )
  return ids.slice(0, Math.max(0, ids.indexOf(id)))
}
