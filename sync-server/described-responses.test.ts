import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { responseKeysOf } from './test/responses/response-recorder.ts'
import { allReceived, hasRun } from './test/responses/recorded-responses.ts'
import { describedCalls } from './test/app.ts'
import { setupServer } from './test/server.ts'

await setupServer()

it('every described response occurred in a test of this run', () => {
  const serverFolder = import.meta.dirname
  const others = readdirSync(serverFolder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join(serverFolder, path))
    .filter((path) => path !== import.meta.filename)
  expect(others.length).toBeGreaterThan(100)
  expect(
    others.filter((path) => !hasRun(path)),
    'they belong to the same run',
  ).toEqual([])
  const seen = allReceived()
  const described = describedCalls().flatMap(responseKeysOf)
  expect(described.length).toBeGreaterThan(1_000)
  expect(described.filter((each) => !seen.has(each))).toEqual([])
})
