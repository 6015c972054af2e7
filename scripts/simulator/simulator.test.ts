import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts'
import { type Backend, openBackend } from './backend.ts'
import { runSeed } from './run.ts'

let database: TestDatabase
let backend: Backend
beforeAll(async () => {
  database = await createTestDatabase()
  backend = await openBackend(database.ownerUrl)
})
afterAll(async () => {
  await backend.close()
  await database.drop()
})

describe('histories', () => {
  it('hold', { timeout: 600_000 }, async () => {
    const [from, count] = (process.env['SEED'] ?? '1,20').split(',').map(Number) as [number, number | undefined]
    const began = performance.now()
    for (let seed = from; seed < from + (count ?? 1); seed++) {
      const failure = await runSeed(backend, seed)
      if (failure) throw new Error(`seed ${seed}\n${failure.log.join('\n')}\n${(failure.error as Error).stack}`)
    }
    console.log(`${(((count ?? 1) * 1000) / (performance.now() - began)).toFixed(2)} histories/s`)
    expect(true).toBe(true)
  })
})
