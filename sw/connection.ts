// Whether the server can be reached, as the pages' requests show.

export interface Connection {
  readonly online: boolean | null
  record(online: boolean): void
  /** Resolves with what the next request shows, or false after `giveUp`. */
  next(): Promise<boolean>
  /** Stops waiting for requests until one arrives. */
  giveUp(): void
}

export function createConnection(notify: (online: boolean) => void): Connection {
  let known: boolean | null = null
  let coming = Promise.withResolvers<boolean>()
  let gaveUp = false
  return {
    get online() {
      return known
    },
    record(online) {
      gaveUp = false
      coming.resolve(online)
      coming = Promise.withResolvers()
      if (online === known) return
      known = online
      notify(online)
    },
    next: async () => !gaveUp && coming.promise,
    giveUp() {
      gaveUp = true
      coming.resolve(false)
    },
  }
}
