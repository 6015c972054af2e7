import { inject } from 'vitest'
import { copyDatabase, type TestDatabase } from './template.ts'

export type { TestDatabase }

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** Creates a migrated database for one test file. */
export const createTestDatabase = (): Promise<TestDatabase> => copyDatabase(inject('postgresUrl'))

/** Creates an empty database. */
export const createEmptyDatabase = (): Promise<TestDatabase> => copyDatabase(inject('postgresUrl'), 'template1')
