import type { Channel, HintSource, Locks } from '#web/store/base/deps.ts'

interface LockRequest {
  readonly granted: (lock: unknown) => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

const aborted = () => Object.assign(new Error('The request was aborted'), { name: 'AbortError' })

export class FakeLocks implements Locks {
  readonly #owners = new Map<string, LockRequest>()
  readonly #queues = new Map<string, LockRequest[]>()

  request<T>(
    name: string,
    options: { ifAvailable?: boolean; steal?: boolean; signal?: AbortSignal },
    granted: (lock: unknown) => Promise<T>,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const request: LockRequest = { granted, resolve: resolve as (value: unknown) => void, reject }
      const owner = this.#owners.get(name)
      if (options.steal && owner) {
        this.#owners.delete(name)
        owner.reject(aborted())
      }
      if (!this.#owners.has(name)) return void this.#grant(name, request)
      if (options.ifAvailable) return void granted(null).then(resolve, reject)
      const queue = this.#queues.get(name) ?? []
      queue.push(request)
      this.#queues.set(name, queue)
      options.signal?.addEventListener('abort', () => {
        if (!queue.includes(request)) return
        queue.splice(queue.indexOf(request), 1)
        reject(aborted())
      })
    })
  }

  isHeld(name: string): boolean {
    return this.#owners.has(name)
  }

  async #grant(name: string, request: LockRequest): Promise<void> {
    this.#owners.set(name, request)
    try {
      request.resolve(await request.granted({ name }))
    } catch (error) {
      request.reject(error as Error)
    }
    if (this.#owners.get(name) !== request) return
    this.#owners.delete(name)
    const next = this.#queues.get(name)?.shift()
    if (next) void this.#grant(name, next)
  }
}

export class FakeChannels {
  readonly #open = new Map<string, Set<FakeChannel>>()
  /** The channel of a frozen tab delivers nothing. */
  readonly frozen = new Set<Channel>()

  readonly open = (name: string): Channel => {
    const members = this.#open.get(name) ?? new Set()
    this.#open.set(name, members)
    const channel = new FakeChannel(members, this.frozen)
    members.add(channel)
    return channel
  }
}

class FakeChannel implements Channel {
  readonly #members: Set<FakeChannel>
  readonly #frozen: Set<Channel>
  readonly #listeners: ((event: { readonly data: unknown }) => void)[] = []

  constructor(members: Set<FakeChannel>, frozen: Set<Channel>) {
    this.#members = members
    this.#frozen = frozen
  }

  postMessage(message: unknown): void {
    const data: unknown = structuredClone(message)
    for (const member of this.#members) {
      if (member !== this)
        setImmediate(() => this.#members.has(member) && !this.#frozen.has(member) && member.#receive(data))
    }
  }

  addEventListener(_type: 'message', listener: (event: { readonly data: unknown }) => void): void {
    this.#listeners.push(listener)
  }

  close(): void {
    this.#members.delete(this)
  }

  #receive(data: unknown): void {
    for (const listener of this.#listeners) listener({ data })
  }
}

export class FakeHints implements HintSource {
  readyState = 1
  readonly #listeners = new Map<string, ((event: { readonly data?: unknown }) => void)[]>()

  addEventListener(type: string, listener: (event: { readonly data?: unknown }) => void): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener])
  }

  close(): void {
    this.readyState = 2
  }

  send(number: number): void {
    for (const listener of this.#listeners.get('number') ?? []) listener({ data: JSON.stringify({ number }) })
  }

  fail(): void {
    this.readyState = 2
    for (const listener of this.#listeners.get('error') ?? []) listener({})
  }
}
