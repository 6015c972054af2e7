// Whose a request is, is said in one place: whatever a script asks under /api goes through it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Who may touch the browser's own means, and why. */
const allowed = [
  // Give the browser's fetch and stream to the store, which names its person in each request.
  'web/app/page-session.ts',
  'sw/send-from-worker.ts',
  'web/store/own-fetch.ts',
  'web/store/request.ts',
  'web/ui/ask-server.ts',
  // Asks who is signed in, whoever it is.
  'web/session/who.ts',
  // Not under /api.
  'web/app/landing-form.ts',
  'sw/app-shell.ts',
  // Hands on what pages ask.
  'sw/api-requests.ts',
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
  expect(asking).toContain('web/store/own-fetch.ts')
})
