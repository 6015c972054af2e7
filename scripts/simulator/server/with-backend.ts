import { afterAll, beforeAll } from 'vitest'
import type { Database } from '#server/db/connect/database.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts'
import { type Backend, openBackend } from './backend.ts'

/** One database per test file; every history has its own firm. */
export function withBackend(through?: (database: Database) => Database): () => Backend {
  let database: TestDatabase
  let backend: Backend
  beforeAll(async () => {
    database = await createTestDatabase()
    backend = await openBackend(database.ownerUrl, through)
  })
  afterAll(async () => {
    await backend.close()
    await database.drop()
  })
  return () => backend
}
