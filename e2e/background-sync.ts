import type { CDPSession, Page } from 'playwright/test'
import type { PushMessage } from '../schema/push-message.ts'
import { outboxSyncTag } from '../schema/worker-messages.ts'

/** Speaks with the application's worker as the browser does. Any page of the browser will do, even an empty one. */
async function wakeWorker(
  page: Page,
  origin: string,
  wake: (devtools: CDPSession, registrationId: string) => Promise<unknown>,
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registrations = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', (event) => {
      const ours = event.registrations.find((registration) => registration.scopeURL.startsWith(origin))
      if (ours !== undefined) resolve(ours.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await wake(session, await registrations)
  await session.detach()
}

/** As when the browser is online again and a change waits. */
export const dispatchSync = (page: Page, origin: string): Promise<void> =>
  wakeWorker(page, origin, (devtools, registrationId) =>
    devtools.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag: outboxSyncTag, lastChance: false }),
  )

/** As when the browser's push service brings a message, which it has decrypted. */
export const deliverPush = (page: Page, origin: string, message: PushMessage): Promise<void> =>
  wakeWorker(page, origin, (devtools, registrationId) =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) }),
  )
