import type { WorkerToPage } from '#schema/app/worker-messages.ts'
import type { SendOutcome } from '#web/store/sync/send-unsent.ts'
import { openWindows, type Page, postToPages, type Windows } from './pages.ts'

const syncNow: WorkerToPage = { kind: 'sync' }

interface SyncDeps {
  readonly clients: Windows<Page & Pick<WindowClient, 'visibilityState'>>
  readonly sendUnsent: () => Promise<SendOutcome>
  /** Resolves with whether the next request of a page reaches the server. */
  readonly isServerReachable: () => Promise<boolean>
}

/** Rejects when the changes could not be sent, so that the browser tries again. */
export async function syncInBackground({ clients, sendUnsent, isServerReachable }: SyncDeps): Promise<void> {
  const windows = await openWindows(clients)
  const visible = windows.find((window) => window.visibilityState === 'visible')
  if (visible === undefined && (await sendUnsent()) !== 'busy') return
  const isReachable = isServerReachable()
  if (visible === undefined) await postToPages(clients, syncNow)
  else visible.postMessage(syncNow)
  if (!(await isReachable)) throw new Error('The server could not be reached')
}
