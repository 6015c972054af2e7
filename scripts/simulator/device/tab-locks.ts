// A frozen tab learns only when it thaws that it got or lost one.
import type { Locks } from '#web/store/base/deps.ts'
import { FakeLocks } from '#web/store/test/browser.ts'
import type { Listener } from './listener.ts'

export class TabLocks {
  readonly #locks = new FakeLocks()
  readonly #owners = new Map<string, object>()
  readonly #believers = new Set<object>()

  isHeldBy(context: object): boolean {
    return [...this.#owners.values()].includes(context)
  }

  hasLock(context: object): boolean {
    return this.#believers.has(context)
  }

  seenBy(context: object, listener: Listener): Locks {
    return { request: (name, options, granted) => this.#request(context, listener, name, options, granted) }
  }

  #request<T>(
    context: object,
    listener: Listener,
    name: string,
    options: Parameters<Locks['request']>[1],
    granted: (lock: unknown) => Promise<T>,
  ): Promise<T> {
    const hold = (lock: unknown) =>
      new Promise<T>((end, fail) => {
        if (lock !== null) this.#owners.set(name, context)
        listener.receive(() => {
          if (lock !== null) this.#believers.add(context)
          granted(lock).then(end, fail)
        })
      })
    return new Promise((resolve, reject) => {
      this.#locks.request(name, options, hold).then(
        (value) => {
          if (this.#owners.get(name) === context) this.#owners.delete(name)
          listener.receive(() => {
            this.#believers.delete(context)
            resolve(value)
          })
        },
        // Stolen: another context has it already.
        (error: Error) =>
          listener.receive(() => {
            this.#believers.delete(context)
            reject(error)
          }),
      )
    })
  }
}
