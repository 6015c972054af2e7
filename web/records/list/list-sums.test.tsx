import { expect, test } from 'vitest'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { Exchange } from '#schema/money/exchange.ts'
import { type Total, totalsOf } from './list-sums.ts'

test('a row that has left the list while it was summed counts nothing', () => {
  const exchange = { currency: 'USD', convert: (amount: string) => ({ amount, isStale: false }) } as unknown as Exchange
  const rows = [{ id: 'a', amount: '12.50', currency: 'USD' }, { id: 'b' }] as unknown as AnyRow[]
  const whole = { fields: new Set<string>(), partsOf: () => [] } as never
  const steps = totalsOf(rows, {
    entity: 'investments',
    fields: ['amount'],
    exchange,
    read: () => undefined,
    currencyIn: () => 'USD',
    whole,
  })
  const { value } = steps.next()
  expect(value).toMatchObject([{ field: 'amount', amount: '12.50', isConverted: false }])
})

test('a sum is approximate as soon as a part of it was converted', () => {
  const exchange = { currency: 'USD', convert: (amount: string) => ({ amount, isStale: false }) } as unknown as Exchange
  const whole = { fields: new Set<string>(), partsOf: () => [] } as never
  const isConverted = (...amounts: readonly (readonly [amount: string, currency: string])[]) => {
    const rows = amounts.map(([amount, currency], id) => ({ id: String(id), amount, currency })) as unknown as AnyRow[]
    const steps = totalsOf(rows, {
      entity: 'investments',
      fields: ['amount'],
      exchange,
      read: () => undefined,
      currencyIn: (row) => row['currency'] as string,
      whole,
    })
    return (steps.next().value as readonly Total[])[0]!.isConverted
  }
  expect(isConverted(['12.50', 'USD'], ['0.00', 'AED'])).toBe(false)
  expect(isConverted(['12.50', 'USD'], ['1.00', 'AED'])).toBe(true)
})
