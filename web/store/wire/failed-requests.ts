// For the report to support, by their id in the server's log.
import { requestIdHeader } from '#schema/sync/protocol.ts'
import type { FailedRequest } from '#web/store/base/contract.ts'
import type { Fetch } from '#web/store/base/deps.ts'

const maxKept = 10

export class FailedRequests {
  readonly #now: () => number
  readonly #onChange: () => void
  #latest: readonly FailedRequest[] = []

  constructor(now: () => number, onChange: () => void) {
    this.#now = now
    this.#onChange = onChange
  }

  get latest(): readonly FailedRequest[] {
    return this.#latest
  }

  watch(fetch: Fetch): Fetch {
    return async (path, init) => {
      const response = await fetch(path, init)
      const requestId = response.headers.get(requestIdHeader)
      if (response.status >= 400 && requestId !== null)
        this.#record({ at: this.#now(), path: path.split('?')[0]!, status: response.status, requestId })
      return response
    }
  }

  #record(request: FailedRequest): void {
    this.#latest = newestOf([request, ...this.#latest])
    this.#onChange()
  }
}

/** Of this tab and of the one that syncs, which may be the same. */
export const newestOf = (requests: readonly FailedRequest[]): readonly FailedRequest[] =>
  [...new Map(requests.map((each) => [each.requestId, each])).values()]
    .toSorted((a, b) => b.at - a.at)
    .slice(0, maxKept)
