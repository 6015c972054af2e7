import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Files that may use fetch and EventSource directly, and why. */
const allowed = [
  // Passed to the store, which names the user.
  'web/app/start/pause-requests.ts',
  'sw/store-deps.ts',
  'web/store/wire/person-fetch.ts',
  'web/store/wire/request.ts',
  'web/store/wire/online-requests.ts',
  // Fetches who is signed in.
  'web/session/fetch-session.ts',
  // A path outside /api.
  'web/app/start/landing-form.ts',
  'sw/app-shell.ts',
  'sw/same-origin-responses.ts',
  // Forwards the requests of pages.
  'sw/api-requests.ts',
  // Names the person itself.
  'sw/files.ts',
  'sw/resubscribe.ts',
  // Use the store's fetch.
  'web/store/wire/failed-requests.ts',
  'web/store/files/partial-download.ts',
  'web/store/files/pinned-files.ts',
  'web/store/files/cancel-upload.ts',
  // A path outside /api, which the worker has offline.
  'web/records/files/download.ts',
]

it('WHO1 nothing but the store’s own fetch sends requests', () => {
  const sources = ['web', 'sw'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  const senders = sources
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\/test\//.test(path))
    .filter((path) =>
      /\bfetch\(|new EventSource|XMLHttpRequest|sendBeacon/.test(readFileSync(join(root, path), 'utf8')),
    )
  expect(senders.filter((path) => !allowed.includes(path))).toEqual([])
  expect(senders).toContain('web/store/wire/person-fetch.ts')
})
