import type { StoreDeps } from '#web/store/base/deps.ts'
import type { Command, CommitResult } from '#web/store/base/command.ts'
import type { NewChange } from '#web/store/base/new-change.ts'
import type { ChangeWriter } from '#web/store/commands.ts'
import type { StatusPublisher } from '#web/store/status-publisher.ts'
import type { SyncLoop } from '#web/store/sync/sync-loop.ts'
import { UndoStack } from '#web/store/undo/undo-stack.ts'
import type { LocalData } from '#web/store/core/local-data.ts'

interface PersonWritesDeps extends Pick<StoreDeps, 'registerBackgroundSync'>, Pick<LocalData, 'outbox' | 'rows'> {
  readonly writer: ChangeWriter
  readonly status: Pick<StatusPublisher, 'trackFullDisk'>
  readonly sync: Pick<SyncLoop, 'sendChanges'>
  readonly written: () => void
}

export class PersonWrites {
  readonly undo: UndoStack
  readonly #deps: PersonWritesDeps

  constructor(deps: PersonWritesDeps) {
    this.#deps = deps
    this.undo = new UndoStack({ ...deps, commit: (change) => this.#commitInverse(change) })
  }

  commit(commands: readonly Command[], file?: File): Promise<CommitResult> {
    const { writer } = this.#deps
    const commit = this.trackFullDisk(() => writer.commit(commands, file, this.undo))
    return this.#sendAfter(this.undo.track(commit))
  }

  /** About a change that needs attention. Nothing undoes it. */
  async decide(write: Promise<CommitResult>): Promise<CommitResult> {
    const result = await this.#sendAfter(write)
    if (result.ok) this.undo.addFinal()
    return result
  }

  /** Sends now; should this page close first, the browser wakes the service worker to send. */
  sendChanges(): void {
    this.#deps.sync.sendChanges()
    this.#deps.registerBackgroundSync?.()
  }

  trackFullDisk<T>(write: () => Promise<T>): Promise<T> {
    return this.#deps.status.trackFullDisk(write).finally(() => this.#deps.written())
  }

  async #commitInverse(change: NewChange): Promise<string> {
    const [id] = await this.trackFullDisk(() => this.#deps.writer.commitOperations([change], []))
    this.sendChanges()
    return id!
  }

  async #sendAfter(write: Promise<CommitResult>): Promise<CommitResult> {
    const result = await write
    if (result.ok && result.changeId !== '') this.sendChanges()
    else if (result.ok) this.#deps.sync.sendChanges()
    return result
  }
}
