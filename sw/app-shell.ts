// The app itself, kept on the device: every route opens without a network.
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching'
import type { PrecacheEntry } from 'workbox-precaching/_types.js'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { type InstallOutcome, tellInstall } from './tell-install.ts'
import { worker } from './worker.ts'

/** What the server answers itself: sign-in pages, REST, sync, files. */
const serverPaths = [/^\/api\//, /^\/files\//, /^\/(healthz|readyz|metrics)$/]

/** Workbox fetches one file after the other: on a slow network that is a round trip each. */
const atOnce = 4

/** Brings the files that never change into the browser's cache, several at a time and last ones first, for the precache to find. */
async function fetchAhead(files: readonly (PrecacheEntry | string)[]): Promise<void> {
  const urls = files.flatMap((file) => (typeof file !== 'string' && file.revision === null ? [file.url] : []))
  const bring = async () => {
    for (let url = urls.pop(); url !== undefined; url = urls.pop()) await (await fetch(url)).arrayBuffer()
  }
  await Promise.all(Array.from({ length: atOnce }, bring))
}

export function openOffline(
  files: readonly (PrecacheEntry | string)[],
  tell: (kept: InstallOutcome) => Promise<void>,
): void {
  const precache = new PrecacheController()
  precache.addToCacheList([...files])
  worker.addEventListener('install', (event) => {
    // What does not come ahead comes with the precache, or fails there.
    event.waitUntil(fetchAhead(files).catch(() => {}))
    event.waitUntil(tellInstall(precache.install(event), tell))
  })
  worker.addEventListener('activate', (event) => void precache.activate(event))
  cleanupOutdatedCaches()
  registerRoute(new PrecacheRoute(precache))
  registerRoute(new NavigationRoute(precache.createHandlerBoundToURL('/index.html'), { denylist: serverPaths }))
}
