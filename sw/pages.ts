import type { WorkerToPage } from '#schema/app/worker-messages.ts'

/** The app's open windows, including those that an older worker or no worker controls. */
export const openWindows = (clients: Clients): Promise<readonly WindowClient[]> =>
  clients.matchAll({ type: 'window', includeUncontrolled: true })

export async function postToPages(clients: Clients, message: WorkerToPage): Promise<void> {
  for (const page of await openWindows(clients)) page.postMessage(message)
}
