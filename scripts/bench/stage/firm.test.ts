import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#server/db/connect/database.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { makeFirm, typicalShape } from './firm.ts'

it('fills a firm with rows that the database accepts', async () => {
  const { ownerUrl, drop } = await createTestDatabase()
  onTestFinished(drop)
  const database = await openDatabase(ownerUrl, 2)
  onTestFinished(() => database.close())
  expect(await makeFirm(ownerUrl, database, typicalShape(40))).toMatchObject({ rows: 40 })
})
