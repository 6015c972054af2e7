import type { BrowserContext, CDPSession, Page } from 'playwright/test'
import type { PushMessage } from '../../schema/app/push-message.ts'
import { outboxSyncTag } from '../../schema/app/worker-messages.ts'

/** Calls the service worker as the browser does. Any page of the browser works. */
async function withWorker(
  page: Page,
  origin: string,
  run: (devtools: CDPSession, registrationId: string) => Promise<unknown>,
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registrations = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', (event) => {
      const registration = event.registrations.find((registration) => registration.scopeURL.startsWith(origin))
      if (registration !== undefined) resolve(registration.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await run(session, await registrations)
  await session.detach()
}

export const dispatchSync = (page: Page, origin: string): Promise<void> =>
  withWorker(page, origin, (devtools, registrationId) =>
    devtools.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag: outboxSyncTag, lastChance: false }),
  )

/** Delivers a decrypted message and waits for its notification: the browser drops notifications once they are listed. */
export async function deliverPush(page: Page, origin: string, message: PushMessage): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const shown = new Promise<void>((resolve) => {
    devtools.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent: event }) => {
      if (event.eventName === 'Notification displayed') resolve()
    })
  })
  // Otherwise earlier notifications would be reported again.
  await devtools.send('BackgroundService.clearEvents', { service: 'notifications' })
  await devtools.send('BackgroundService.startObserving', { service: 'notifications' })
  await devtools.send('BackgroundService.setRecording', { service: 'notifications', shouldRecord: true })
  await withWorker(page, origin, (session, registrationId) =>
    session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) }),
  )
  await shown
  await devtools.detach()
}

interface WorkerScope {
  readonly clients: { openWindow: (url: string) => Promise<null> }
  readonly registration: { getNotifications(): Promise<readonly object[]> }
  readonly WindowClient: { readonly prototype: { focus: () => Promise<void> } }
  readonly NotificationEvent: new (
    kind: string,
    init: { readonly notification: object | undefined },
  ) => Event & { waitUntil: (work: Promise<unknown>) => void }
  dispatchEvent(event: Event): boolean
}

/** Focusing or opening a window requires a user gesture, so the address is returned. */
export function pressNotification(context: BrowserContext, origin: string): Promise<readonly string[]> {
  const worker = context.serviceWorkers().find((each) => each.url().startsWith(origin))!
  return worker.evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope
    const opened: string[] = []
    const pendingWork: Promise<unknown>[] = []
    scope.clients.openWindow = async (url) => {
      opened.push(url)
      return null
    }
    scope.WindowClient.prototype.focus = async () => {}
    const [notification] = await scope.registration.getNotifications()
    const event = new scope.NotificationEvent('notificationclick', { notification })
    event.waitUntil = (work) => void pendingWork.push(work)
    scope.dispatchEvent(event)
    await Promise.all(pendingWork)
    return opened
  })
}
