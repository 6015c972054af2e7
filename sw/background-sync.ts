// The browser woke the worker because a change waits: a window that somebody looks at sends it, else the worker does.
import type { WorkerToPage } from '#schema/worker-messages.ts'
import { openWindows, tellPages } from './pages.ts'

const syncNow: WorkerToPage = { kind: 'sync' }

/** `busy`: a window that nobody looks at holds the store. */
export type SendOutcome = 'sent' | 'nothing' | 'busy'

/** Rejects when the change could not be sent, so that the browser tries again. */
export async function sendWaitingChanges(clients: Clients, send: () => Promise<SendOutcome>): Promise<void> {
  const windows = await openWindows(clients)
  const visible = windows.find((window) => window.visibilityState === 'visible')
  if (visible !== undefined) return visible.postMessage(syncNow)
  if ((await send()) === 'busy') await tellPages(clients, syncNow)
}
