// One context per browser syncs. A leader whose lock was stolen keeps running, so it checks after every await.
import type { Locks } from '#web/store/base/deps.ts'

export class SyncLock {
  readonly #locks: Locks
  readonly #name: string
  readonly #changed: (hasLock: boolean) => void
  readonly #closing = new AbortController()
  #holding: object | undefined
  #release: (() => void) | undefined
  #queued = false

  constructor(locks: Locks, name: string, changed: (hasLock: boolean) => void) {
    this.#locks = locks
    this.#name = name
    this.#changed = changed
  }

  get hasLock(): boolean {
    return this.#holding !== undefined
  }

  wait(): void {
    if (this.#queued || this.#closing.signal.aborted) return
    this.#queued = true
    void this.#hold({ signal: this.#closing.signal }, () => (this.#queued = false))
  }

  steal(): void {
    if (!this.hasLock && !this.#closing.signal.aborted) void this.#hold({ steal: true }, () => {})
  }

  close(): void {
    this.#closing.abort()
    this.#holding = undefined
    this.#release?.()
  }

  async #hold(
    options: { readonly signal?: AbortSignal; readonly steal?: boolean },
    granted: () => void,
  ): Promise<void> {
    const token = {}
    try {
      await this.#locks.request(this.#name, options, async () => {
        granted()
        if (this.#closing.signal.aborted) return
        this.#holding = token
        const released = new Promise<void>((resolve) => (this.#release = resolve))
        this.#changed(true)
        await released
      })
    } catch (error) {
      if ((error as { name?: string }).name !== 'AbortError') throw error
      if (this.#holding !== token) return
      this.#holding = undefined
      this.#changed(false)
      this.wait()
    }
  }
}
