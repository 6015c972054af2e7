import { inject } from 'vitest'
import { copyDatabase, type TestDatabase } from './template.ts'

export type { TestDatabase }

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** A migrated database of its own for a test file. */
export const createTestDatabase = (): Promise<TestDatabase> => copyDatabase(inject('postgresUrl'))

/** A database without anything in it. */
export const createEmptyDatabase = (): Promise<TestDatabase> => copyDatabase(inject('postgresUrl'), 'template1')
