import { expect, test } from 'vitest'
import { nextDateOf } from './next-date.ts'

const holding = {
  status: 'FUNDED',
  amount: '700.00',
  investmentDate: '2026-01-10',
  redemptionDate: '2026-07-10',
} as const

test('a funded holding has a redemption date, a commitment a payment date', () => {
  expect(nextDateOf(holding, undefined, '2026-07-01')).toEqual({
    kind: 'REDEEM',
    day: '2026-07-10',
    inDays: 9,
    amount: '700.00',
  })
  expect(nextDateOf({ ...holding, status: 'COMMITTED' }, { paidIn: '200.00' }, '2026-01-15')).toEqual({
    kind: 'PAY',
    day: '2026-01-10',
    inDays: -5,
    amount: '500.00',
  })
})

test('an exited holding has no next date', () => {
  expect(nextDateOf({ ...holding, status: 'EXITED' }, undefined, '2026-01-15')).toBeNull()
  expect(nextDateOf({ ...holding, redemptionDate: null }, undefined, '2026-01-15')).toBeNull()
})

test('nothing is due of a commitment that is paid in', () => {
  expect(nextDateOf({ ...holding, status: 'COMMITTED' }, { paidIn: '700.00' }, '2026-01-15')).toBeNull()
})
