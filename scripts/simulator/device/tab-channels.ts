// Messages between tabs. They arrive a moment later, or when a frozen tab thaws; some are lost.
import type { Channel } from '#web/store/base/deps.ts'
import type { Listener } from './listener.ts'

interface Member {
  readonly listener: Listener
  readonly receive: (data: unknown) => void
}

export class TabChannels {
  readonly #open = new Map<string, Set<Member>>()
  readonly #isLost: () => boolean

  constructor(isLost: () => boolean) {
    this.#isLost = isLost
  }

  seenBy(listener: Listener): (name: string) => Channel {
    return (name) => {
      const members = this.#open.get(name) ?? new Set()
      this.#open.set(name, members)
      const listeners: ((event: { readonly data: unknown }) => void)[] = []
      const own: Member = { listener, receive: (data) => listeners.forEach((listener) => listener({ data })) }
      members.add(own)
      return {
        postMessage: (message) => this.#send(members, own, structuredClone(message)),
        addEventListener: (_type, listener) => void listeners.push(listener),
        close: () => void members.delete(own),
      }
    }
  }

  #send(members: ReadonlySet<Member>, from: Member, data: unknown): void {
    for (const member of members) {
      if (member === from || this.#isLost()) continue
      setImmediate(() => member.listener.receive(() => members.has(member) && member.receive(data)))
    }
  }
}
