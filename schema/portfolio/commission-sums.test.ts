import { expect, test } from 'vitest'
import { commissionState } from '#schema/entities/commissions/entity.ts'
import { commissionSumsOf } from './commission-sums.ts'
import { converterFor } from '#schema/money/exchange.ts'
import { runToEnd } from '#schema/kernel/steps.ts'

const day = '2026-03-15'
const rate = { fromCurrency: 'USD', toCurrency: 'AED', rate: '3.672500', date: day, source: 'MANUAL' }
const inDollars = { currency: 'USD', convert: converterFor([rate], day) }
const commission = (
  amount: string,
  dueDate: string | null,
  paidDate: string | null,
  currency: 'USD' | 'AED' | 'TRY' = 'USD',
) => ({ amount, currency, dueDate, paidDate })

test('a commission is late from the day after it was due, until it is paid', () => {
  const state = (dueDate: string | null, paidDate: string | null) => commissionState({ dueDate, paidDate }, day)
  expect(state('2026-03-15', null)).toBe('DUE')
  expect(state('2026-03-14', null)).toBe('OVERDUE')
  expect(state(null, null)).toBe('DUE')
  expect(state('2026-03-14', '2026-03-20')).toBe('PAID')
})

test('sums by state are converted and rounded once; amounts without a rate are counted and listed', () => {
  const rows = [
    commission('10.01', '2026-03-01', null, 'AED'),
    commission('10.01', '2026-03-01', null, 'AED'),
    commission('10.01', '2026-03-01', null, 'AED'),
    commission('5.00', '2026-03-01', null, 'TRY'),
    commission('100.00', '2026-04-01', null),
    commission('7.50', '2026-01-01', '2026-01-05'),
  ]
  expect(runToEnd(commissionSumsOf(rows, inDollars, day, () => 'Quay'))).toEqual({
    currency: 'USD',
    byState: {
      OVERDUE: { count: 4, amount: '8.18', isConverted: true },
      DUE: { count: 1, amount: '100.00', isConverted: false },
      PAID: { count: 1, amount: '7.50', isConverted: false },
    },
    leftOut: { names: ['Quay (TRY)'], currencies: ['TRY'], isConverted: true, isStale: false },
  })
})
