import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching'
import type { PrecacheEntry } from 'workbox-precaching/_types.js'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { isFont } from './is-font.ts'
import { sameOriginResponses } from './same-origin-responses.ts'
import { type InstallOutcome, reportInstall } from './report-install.ts'
import { worker } from './worker.ts'

/** Paths that the server serves: sign-in pages, REST, sync, files. */
const serverPaths = [/^\/api\//, /^\/files\//, /^\/(healthz|readyz|metrics)$/]

/** Workbox downloads one file after the other, a round trip each. */
const parallelDownloads = 4

/** Several downloads at a time, in reverse order so that they meet the precache in the middle; fonts last. */
async function fetchAhead(files: readonly (PrecacheEntry | string)[]): Promise<void> {
  const urlsWithHash = files.flatMap((file) => (typeof file !== 'string' && file.revision === null ? [file.url] : []))
  const urls = [...urlsWithHash.filter(isFont), ...urlsWithHash.filter((url) => !isFont(url))]
  const fetchNext = async () => {
    for (let url = urls.pop(); url !== undefined; url = urls.pop()) await (await fetch(url)).arrayBuffer()
  }
  await Promise.all(Array.from({ length: parallelDownloads }, fetchNext))
}

export function precacheApp(
  files: readonly (PrecacheEntry | string)[],
  report: (outcome: InstallOutcome) => Promise<void>,
): void {
  const precache = new PrecacheController({ plugins: [sameOriginResponses(fetch)] })
  precache.addToCacheList([...files])
  worker.addEventListener('install', (event) => {
    // The precache downloads a file that fails here again, and its failure counts.
    event.waitUntil(fetchAhead(files).catch(() => {}))
    event.waitUntil(reportInstall(precache.install(event), report))
  })
  worker.addEventListener('activate', (event) => void precache.activate(event))
  cleanupOutdatedCaches()
  registerRoute(new PrecacheRoute(precache))
  registerRoute(new NavigationRoute(precache.createHandlerBoundToURL('/index.html'), { denylist: serverPaths }))
}
