import type { Checkpoint } from '#schema/sync/protocol.ts'
import type { DeviceNotes } from '#web/store/disk/device-notes.ts'
import type { Feed } from '#web/store/feed/feed.ts'
import type { FeedSet } from '#web/store/feed/feed-set.ts'
import { EpochBackoff } from '#web/store/outbox/epoch-backoff.ts'
import type { Outbox } from '#web/store/outbox/outbox.ts'
import type { ShownRows } from './shown-rows.ts'

interface CurrentEpochDeps {
  readonly feed: Feed
  readonly outbox: Pick<Outbox, 'epochNumber' | 'epochs'>
  readonly notes: DeviceNotes
  readonly rows: Pick<ShownRows, 'showNothing'>
}

export class CurrentEpoch {
  readonly backoff = new EpochBackoff()
  readonly #deps: CurrentEpochDeps

  constructor(deps: CurrentEpochDeps) {
    this.#deps = deps
  }

  /** The set to which the next page belongs; undefined while this device has no data of this epoch. */
  get target(): FeedSet | undefined {
    const { feed, outbox } = this.#deps
    return feed.target?.epochNumber === outbox.epochNumber ? feed.target : undefined
  }

  get knownCheckpoint(): Checkpoint | undefined {
    return this.checkpoints.reduce<Checkpoint | undefined>((a, b) => (a && a.number >= b.number ? a : b), undefined)
  }

  /** Responses may arrive late, so one of the two may come from an ended epoch; the server gets both. */
  get checkpoints(): readonly Checkpoint[] {
    const { feed, outbox, notes } = this.#deps
    const sets = [feed.active, feed.target].filter((set) => set?.epochNumber === outbox.epochNumber)
    const candidates = [
      ...sets.flatMap((set) => [set?.checkpoint, set?.receivedCheckpoint]),
      outbox.epochs.highestCheckpoint,
      notes.checkpointOf(outbox.epochNumber),
    ].filter((point) => point !== undefined)
    const byKey = new Map(candidates.map((point) => [`${point.number}:${point.mark}`, point]))
    return [...byKey.values()].sort((a, b) => a.number - b.number)
  }

  /** The checkpoint that proves the epoch outlives the old pages. */
  beginSet(epoch: string, scope: string, hide = false): Promise<void> {
    const { feed, outbox, notes, rows } = this.#deps
    if (hide) feed.hide(epoch, scope)
    const { epochNumber } = outbox
    const begin = () => feed.begin(epoch, scope, epochNumber, hide)
    if (!this.knownCheckpoint) return begin()
    const savedCheckpoint = notes.saveCheckpoint(this.knownCheckpoint, epochNumber).catch((error: unknown) => {
      // FOLD8: hide rows immediately, even when nothing can be written.
      if (hide) rows.showNothing()
      throw error
    })
    return savedCheckpoint.then(begin)
  }
}
