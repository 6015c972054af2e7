// Messages between tabs. They arrive a moment later, or when a frozen tab thaws; some are lost.
import type { Channel } from '#web/store/base/deps.ts'
import type { Ear } from './listener.ts'

interface Member {
  readonly ear: Ear
  readonly hear: (data: unknown) => void
}

export class TabChannels {
  readonly #open = new Map<string, Set<Member>>()
  readonly #isLost: () => boolean

  /** Called for each message and receiving tab. */
  constructor(isLost: () => boolean) {
    this.#isLost = isLost
  }

  seenBy(ear: Ear): (name: string) => Channel {
    return (name) => {
      const members = this.#open.get(name) ?? new Set()
      this.#open.set(name, members)
      const listeners: ((event: { readonly data: unknown }) => void)[] = []
      const own: Member = { ear, hear: (data) => listeners.forEach((listener) => listener({ data })) }
      members.add(own)
      return {
        postMessage: (message) => this.#tell(members, own, structuredClone(message)),
        addEventListener: (_type, listener) => void listeners.push(listener),
        close: () => void members.delete(own),
      }
    }
  }

  #tell(members: ReadonlySet<Member>, from: Member, data: unknown): void {
    for (const member of members) {
      if (member === from || this.#isLost()) continue
      setImmediate(() => member.ear.hear(() => members.has(member) && member.hear(data)))
    }
  }
}
