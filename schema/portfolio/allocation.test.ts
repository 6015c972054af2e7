import { expect, it } from 'vitest'
import { allocationOf, sharesOf } from './allocation.ts'
import { converterFor } from '#schema/money/exchange.ts'
import { runToEnd } from '#schema/kernel/steps.ts'

it('shares add up to 100.0: the largest remainders are rounded up', () => {
  expect(sharesOf(['45', '32', '23'])).toEqual(['45.0', '32.0', '23.0'])
  expect(sharesOf(['1', '1', '1'])).toEqual(['33.4', '33.3', '33.3'])
  expect(sharesOf(['2', '1'])).toEqual(['66.7', '33.3'])
  expect(sharesOf(['99.95', '0.05'])).toEqual(['100.0', '0.0'])
  expect(sharesOf(['1', '1', '1', '1', '1', '1', '1'])).toEqual([
    '14.3',
    '14.3',
    '14.3',
    '14.3',
    '14.3',
    '14.3',
    '14.2',
  ])
})

const rate = { fromCurrency: 'USD', toCurrency: 'AED', rate: '4', date: '2026-01-01', source: 'MANUAL' }
const exchange = { currency: 'USD', convert: converterFor([rate], '2026-01-02') }
const types: Readonly<Record<string, string>> = { quay: 'REAL_ESTATE', mill: 'COMMERCIAL', pier: 'REAL_ESTATE' }

const allocationFor = (rows: readonly (readonly [string, string, string, string])[]) =>
  runToEnd(
    allocationOf(
      rows.map(([projectId, amount, currency, status]) => ({
        projectId,
        amount,
        currency,
        status: status as 'FUNDED',
      })),
      exchange,
      ({ projectId }) => types[projectId] ?? 'NOT_SHOWN',
      ({ projectId }) => projectId,
    ),
  )

it('the allocation covers active and committed capital, converted, and lists amounts without an exchange rate', () => {
  expect(
    allocationFor([
      ['mill', '50.00', 'USD', 'FUNDED'],
      ['quay', '400.00', 'AED', 'ACTIVE'],
      ['pier', '50.00', 'USD', 'COMMITTED'],
      ['quay', '999.00', 'USD', 'EXITED'],
      ['pier', '5.00', 'TRY', 'ACTIVE'],
      ['mole', '0.20', 'USD', 'ACTIVE'],
    ]),
  ).toEqual({
    currency: 'USD',
    parts: [
      { type: 'REAL_ESTATE', amount: '150.00', share: '74.9' },
      { type: 'COMMERCIAL', amount: '50.00', share: '25.0' },
      { type: 'NOT_SHOWN', amount: '0.20', share: '0.1' },
    ],
    total: '200.20',
    leftOut: { names: ['pier (TRY)'], currencies: ['TRY'], isConverted: true, isStale: false },
  })
})

it('the allocation of a thousand rows is exact, and that of no rows is empty', () => {
  const many = allocationFor(
    Array.from({ length: 1_000 }, (_, n) => [n % 4 ? 'quay' : 'mill', '0.01', 'USD', 'FUNDED']),
  )
  expect(many.parts.map(({ amount, share }) => [amount, share])).toEqual([
    ['7.50', '75.0'],
    ['2.50', '25.0'],
  ])
  expect(allocationFor([])).toMatchObject({ parts: [], total: '0.00' })
})
