// The app itself, kept on the device: every route opens without a network.
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import type { PrecacheEntry } from 'workbox-precaching/_types.js'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/** What the server answers itself: sign-in pages, REST, sync, files. */
export const serverPaths = [/^\/api\//, /^\/files\//, /^\/(healthz|readyz|metrics)$/]

export function openOffline(files: readonly (PrecacheEntry | string)[]): void {
  precacheAndRoute([...files])
  cleanupOutdatedCaches()
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: serverPaths }))
}
