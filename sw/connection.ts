// Whether the server can be reached, as the pages' own requests show it.

export interface Connection {
  /** Null until a request has shown it: the browser stops and starts workers as it likes. */
  readonly online: boolean | null
  heard(online: boolean): void
  /** What the next request shows. */
  next(): Promise<boolean>
}

/** Tells when what was last heard changes, and when it is heard for the first time. */
export function createConnection(tell: (online: boolean) => void): Connection {
  let known: boolean | null = null
  let coming = Promise.withResolvers<boolean>()
  return {
    get online() {
      return known
    },
    heard(online) {
      coming.resolve(online)
      coming = Promise.withResolvers()
      if (online === known) return
      known = online
      tell(online)
    },
    next: () => coming.promise,
  }
}
