import { expect, test } from 'vitest'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { Exchange } from '#schema/money/exchange.ts'
import { fakeOf } from '#web/test/fake-of.ts'
import { type Total, totalsOf } from './list-sums.ts'

const sumOf = (rows: readonly object[]): Total => {
  const steps = totalsOf(fakeOf<AnyRow[]>(rows), {
    entity: 'investments',
    fields: ['amount'],
    exchange: fakeOf<Exchange>({ currency: 'USD', convert: (amount: string) => ({ amount, isStale: false }) }),
    read: () => undefined,
    currencyIn: (row) => row['currency'] as string,
    whole: fakeOf({ fields: new Set<string>(), partsOf: () => [] }),
  })
  return (steps.next().value as readonly Total[])[0]!
}

test('a row removed while the list is summed counts as zero', () => {
  const sum = sumOf([{ id: 'a', amount: '12.50', currency: 'USD' }, { id: 'b' }])
  expect(sum).toMatchObject({ field: 'amount', amount: '12.50', isConverted: false })
})

test.each([
  ['0.00', false],
  ['1.00', true],
])('a sum is approximate if a part of it was converted: %s', (amount, isConverted) => {
  const sum = sumOf([
    { id: 'a', amount: '12.50', currency: 'USD' },
    { id: 'b', amount, currency: 'AED' },
  ])
  expect(sum.isConverted).toBe(isConverted)
})
