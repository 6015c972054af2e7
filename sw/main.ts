import '#schema/app/without-eval.ts'
import type { PushMessage } from '#schema/app/push-message.ts'
import { type PageToWorker, outboxSyncTag } from '#schema/app/worker-messages.ts'
import type { SendOutcome } from '#web/store/sync/send-unsent.ts'
import type { FileOwner } from '#web/store/base/pending-upload.ts'
import { isWatched, passThrough } from './api-requests.ts'
import { precacheApp } from './app-shell.ts'
import { syncInBackground } from './background-sync.ts'
import { createConnection } from './connection.ts'
import { postToPages } from './pages.ts'
import { openNotification, showPush } from './push.ts'
import { type FileDeps, requestedFile, openFile } from './files.ts'
import { resubscribe } from './resubscribe.ts'
import { isShare, receiveShare } from './share.ts'
import { worker } from './worker.ts'

// The build replaces `self.__WB_MANIFEST` with the list of files.
declare const self: ServiceWorkerGlobalScope

const connection = createConnection((online) => void postToPages(worker.clients, { kind: 'connection', online }))

const storeShared = async (files: readonly File[]) => (await import('./store-shared-file.ts')).storeForPerson(files)

const fileCache = () => import('./cache-opened-file.ts')
const fileDeps = {
  currentPerson: async () => (await fileCache()).signedInPerson(),
  cacheFile: async (...args: Parameters<FileDeps['cacheFile']>) => (await fileCache()).cacheFile(...args),
  cachedFile: async (owner: FileOwner) => (await fileCache()).cachedFile(owner),
}
const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

worker.addEventListener('fetch', (event) => {
  const { origin } = worker.location
  if (isShare(event.request, origin)) return event.respondWith(receiveShare(event.request, origin, storeShared))
  const file = requestedFile(event.request, origin)
  if (file) {
    const waitUntil = (work: Promise<unknown>) => event.waitUntil(work)
    return event.respondWith(openFile(event.request, file, { ...fileDeps, fetch, pause: delay, waitUntil }))
  }
  if (!isWatched(event.request, origin)) return
  event.respondWith(passThrough(event.request, connection, fetch))
})

precacheApp(self.__WB_MANIFEST, (outcome) => postToPages(worker.clients, { kind: 'app', kept: outcome }))

// Control the first visit, too, so that the app opens offline after it.
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

async function takeOver(): Promise<void> {
  await postToPages(worker.clients, { kind: 'takeover' })
  await worker.skipWaiting()
}

worker.addEventListener('message', (event) => {
  const message = event.data as PageToWorker
  if (message.kind === 'activate') event.waitUntil(takeOver())
  if (message.kind === 'replaced') connection.giveUp()
  if (message.kind === 'hello' && connection.online !== null) {
    event.source?.postMessage({ kind: 'connection', online: connection.online })
  }
})

// Only changes of the signed-in person are sent.
const sendUnsent = async (): Promise<SendOutcome> => {
  const store = await import('#web/store/sync/send-unsent.ts')
  const { storeDeps } = await import('./store-deps.ts')
  return store.sendUnsent(storeDeps)
}

const waitForRequestMs = 30_000
const noRequest = () => new Promise<false>((resolve) => setTimeout(() => resolve(false), waitForRequestMs))
const isServerReachable = (): Promise<boolean> => Promise.race([connection.next(), noRequest()])

worker.addEventListener('sync', (event) => {
  if (event.tag !== outboxSyncTag) return
  event.waitUntil(syncInBackground({ clients: worker.clients, sendUnsent, isServerReachable }))
})

worker.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showPush(worker.registration, worker.navigator, event.data.json() as PushMessage))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openNotification(worker.clients, worker.location.origin, event.notification.data))
})

worker.addEventListener('pushsubscriptionchange', (event) => {
  const { pushManager } = worker.registration
  event.waitUntil(resubscribe({ pushManager, fetch, currentPerson: fileDeps.currentPerson }, event.newSubscription))
})
