import { expect, test } from 'vitest'
import type { AnyRow } from '#schema/entity.ts'
import type { Exchange } from '#schema/exchange.ts'
import { totalsOf } from './list-sums.ts'

test('a row that has left the list while it was summed counts nothing', () => {
  const exchange = { currency: 'USD', convert: (amount: string) => ({ amount, isStale: false }) } as unknown as Exchange
  const rows = [{ id: 'a', amount: '12.50', currency: 'USD' }, { id: 'b' }] as unknown as AnyRow[]
  const whole = { fields: new Set<string>(), partsOf: () => [] } as never
  const steps = totalsOf(rows, { entity: 'investments', fields: ['amount'], exchange, read: () => undefined, whole })
  const { value } = steps.next()
  expect(value).toMatchObject([{ field: 'amount', amount: '12.50' }])
})
