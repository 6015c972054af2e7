import type { Sql } from 'postgres'
import { inject } from 'vitest'
import { withSql } from '#server/db/postgres/open-sql.ts'
import { copyDatabase, type TestDatabase } from './template.ts'

export type { TestDatabase }

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

export const createTestDatabase = (): Promise<TestDatabase> => copyDatabase(inject('postgresUrl'))

export const createEmptyDatabase = (): Promise<TestDatabase> => copyDatabase(inject('postgresUrl'), 'template1')

export async function asOwner(
  { ownerUrl }: { readonly ownerUrl: string },
  work: (sql: Sql) => Promise<unknown>,
): Promise<void> {
  await withSql(ownerUrl, work)
}
