// One place says whose a request is: everything that a script asks under /api goes through it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The files that may use the browser's own fetch and EventSource, and why. */
const allowed = [
  // The browser's fetch and stream, which the page gives to the store; the store names its person in each request.
  'web/app/start/quiet-page.ts',
  'sw/send-from-worker.ts',
  'web/store/wire/person-fetch.ts',
  'web/store/wire/request.ts',
  'web/store/wire/ask-online.ts',
  'web/ui/ask-server.ts',
  // Asks who is signed in, whoever that is.
  'web/session/ask-session.ts',
  // Asks for a path outside /api.
  'web/app/start/landing-form.ts',
  'sw/app-shell.ts',
  'sw/same-origin-responses.ts',
  // Passes on the requests of pages.
  'sw/api-requests.ts',
  // Names the person who works here in each request.
  'sw/files.ts',
  'sw/resubscribe.ts',
  // Are given the store's own fetch.
  'web/store/files/partial-download.ts',
  'web/store/files/pinned-files.ts',
  'web/store/files/withdraw-upload.ts',
  // Ask for the bytes of a file, which the worker has offline: a path outside /api.
  'web/records/files/download.ts',
  'web/file-page/file-view.tsx',
]

it('WHO1 nothing but the store’s own fetch asks the server', () => {
  const sources = ['web', 'sw'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((path) => `${room}/${path}`),
  )
  const asking = sources
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\/test\//.test(path))
    .filter((path) =>
      /\bfetch\(|new EventSource|XMLHttpRequest|sendBeacon/.test(readFileSync(join(root, path), 'utf8')),
    )
  expect(asking.filter((path) => !allowed.includes(path))).toEqual([])
  expect(asking).toContain('web/store/wire/person-fetch.ts')
})
