// Whether the server can be reached, as the pages' own requests show it.

export interface Connection {
  /** Null until a request has shown it, since browsers stop and restart workers at any time. */
  readonly online: boolean | null
  heard(online: boolean): void
  /** Resolves with what the next request shows, or false once it gave up. */
  next(): Promise<boolean>
  /** Waits for no request any more, until one shows that the pages ask again. */
  giveUp(): void
}

/** Calls `tell` with the first finding and with every change. */
export function createConnection(tell: (online: boolean) => void): Connection {
  let known: boolean | null = null
  let coming = Promise.withResolvers<boolean>()
  let gaveUp = false
  return {
    get online() {
      return known
    },
    heard(online) {
      gaveUp = false
      coming.resolve(online)
      coming = Promise.withResolvers()
      if (online === known) return
      known = online
      tell(online)
    },
    next: async () => !gaveUp && coming.promise,
    giveUp() {
      gaveUp = true
      coming.resolve(false)
    },
  }
}
