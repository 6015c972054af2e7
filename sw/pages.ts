import type { WorkerToPage } from '#schema/app/worker-messages.ts'

export interface Page {
  postMessage(message: unknown): void
}

/** The part of `Clients` that lists windows. */
export interface Windows<Of> {
  matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Of[]>
}

/** The app's open windows, including those that an older worker or no worker controls. */
export const openWindows = <Of>(clients: Windows<Of>): Promise<readonly Of[]> =>
  clients.matchAll({ type: 'window', includeUncontrolled: true })

export async function postToPages(clients: Windows<Page>, message: WorkerToPage): Promise<void> {
  for (const page of await openWindows(clients)) page.postMessage(message)
}
