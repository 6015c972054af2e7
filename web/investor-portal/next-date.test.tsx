import { expect, test } from 'vitest'
import { nextDateOf } from './next-date.ts'

const holding = { status: 'FUNDED', investmentDate: '2026-01-10', redemptionDate: '2026-07-10' } as const

test('a funded holding has a redemption date, a commitment a payment date', () => {
  expect(nextDateOf(holding, '2026-07-01')).toEqual({ kind: 'REDEEM', day: '2026-07-10', inDays: 9 })
  expect(nextDateOf({ ...holding, status: 'COMMITTED' }, '2026-01-15')).toEqual({
    kind: 'PAY',
    day: '2026-01-10',
    inDays: -5,
  })
})

test('an exited holding has no next date', () => {
  expect(nextDateOf({ ...holding, status: 'EXITED' }, '2026-01-15')).toBeNull()
  expect(nextDateOf({ ...holding, redemptionDate: null }, '2026-01-15')).toBeNull()
})
