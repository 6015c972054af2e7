export interface Connection {
  readonly online: boolean | null
  record(online: boolean): void
  /** Resolves with what the next request shows, or false after `giveUp`. */
  next(): Promise<boolean>
  /** Stops waiting for requests until one arrives. */
  giveUp(): void
}

export function createConnection(notify: (online: boolean) => void): Connection {
  let lastResult: boolean | null = null
  let nextResult = Promise.withResolvers<boolean>()
  let gaveUp = false
  return {
    get online() {
      return lastResult
    },
    record(online) {
      gaveUp = false
      nextResult.resolve(online)
      nextResult = Promise.withResolvers()
      if (online === lastResult) return
      lastResult = online
      notify(online)
    },
    next: async () => !gaveUp && nextResult.promise,
    giveUp() {
      gaveUp = true
      nextResult.resolve(false)
    },
  }
}
