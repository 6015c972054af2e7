import type { SyncStatus, Unsubscribe } from './base/contract.ts'
import { isFull } from './base/full-disk.ts'
import { unsentIn } from './base/unsent.ts'
import type { LocalData } from './core/local-data.ts'
import type { SharedStatus } from './core/tabs.ts'
import { isSameStatus, statusBeforeSync, statusOf } from './sync/status.ts'

export class StatusPublisher {
  readonly #data: LocalData
  readonly #listeners = new Set<() => void>()
  #current: SyncStatus
  #isFull = false

  constructor(data: LocalData) {
    this.#data = data
    this.#current = statusOf(data, statusBeforeSync(data.notes.lastSync))
  }

  get current(): SyncStatus {
    return this.#current
  }

  subscribe(listener: () => void): Unsubscribe {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  refresh(shared: SharedStatus): void {
    this.#publish(statusOf(this.#data, { ...shared, full: shared.full || this.#isFull }))
  }

  async trackFullDisk<T>(write: () => Promise<T>): Promise<T> {
    let failure: unknown
    try {
      return await write()
    } catch (error) {
      failure = error
      throw error
    } finally {
      this.#isFull = isFull(failure)
    }
  }

  signOut(): void {
    const cleared = { hasAllRows: false, progress: null, syncing: false }
    this.#publish({ ...this.#current, ...cleared, connection: 'signed-out' })
  }

  #publish(status: SyncStatus): void {
    this.#data.lostWork.note(unsentIn(status), this.#data.outbox.newestUnsent)
    if (isSameStatus(status, this.#current)) return
    this.#current = status
    for (const listener of this.#listeners) listener()
  }
}
