import { inject } from 'vitest'
import { copyDatabase, type TestDatabase } from './template.ts'

export type { TestDatabase }

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

export const createTestDatabase = (): Promise<TestDatabase> => copyDatabase(inject('postgresUrl'))

export const createEmptyDatabase = (): Promise<TestDatabase> => copyDatabase(inject('postgresUrl'), 'template1')
