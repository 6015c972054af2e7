import type { Page } from 'playwright/test'
import { outboxSyncTag } from '../schema/worker-messages.ts'

/** Acts as the browser does when it is online again and a change waits. Any page of it will do, even an empty one. */
export async function dispatchSync(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registrations = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', (event) => {
      const ours = event.registrations.find((registration) => registration.scopeURL.startsWith(origin))
      if (ours !== undefined) resolve(ours.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registrations
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId,
    tag: outboxSyncTag,
    lastChance: false,
  })
  await session.detach()
}
