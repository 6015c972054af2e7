import type { StoreDeps } from '#web/store/base/deps.ts'
import { OnlineRecords } from '#web/store/tables/online-records.ts'
import { createRequestOnline, createSendOnline } from '#web/store/wire/online-requests.ts'
import type { FailedRequests } from '#web/store/wire/failed-requests.ts'
import { createPersonFetch } from '#web/store/wire/person-fetch.ts'

/** `watched` records failed requests; `fetch` also sends the person's id. */
export function openOnline(
  deps: StoreDeps,
  failed: FailedRequests,
  { onUnauthorized, onWritten }: { readonly onUnauthorized: () => void; readonly onWritten: () => void },
) {
  const watched = failed.watch(deps.fetch)
  const fetch = createPersonFetch(deps.identity.id, watched, deps.signedIn)
  const requests = { fetch, newId: deps.newId, onUnauthorized }
  return {
    watched,
    fetch,
    online: new OnlineRecords(createRequestOnline(requests), createSendOnline(requests), onWritten),
  }
}
