import { expect, it } from 'vitest'
import { isExitUnpaid, valueHolding } from './holdings.ts'

const holding = {
  amount: '150000.00',
  status: 'FUNDED',
  valueRatio: '1.200000' as string | null,
  hasValuation: true,
  received: '0.00',
}

it.each([
  ['a share of the latest NAV for what is paid in', {}, '180000.00', 'VALUATION', '30000.00'],
  ['the same after an exit without payments', { status: 'EXITED' }, '180000.00', 'VALUATION', '30000.00'],
  ['at cost while it is only committed', { status: 'COMMITTED' }, '150000.00', 'COST', '0.00'],
  ['at cost where the share cannot be said', { valueRatio: null }, '150000.00', 'COST', '0.00'],
  ['with what was received in its return', { received: '27000' }, '180000.00', 'VALUATION', '57000.00'],
  ['realised after an exit', { status: 'EXITED', received: '200000.00' }, '0.00', 'REALISED', '50000.00'],
  ['of nothing left where less came back', { status: 'EXITED', received: '1.00' }, '0.00', 'REALISED', '-149999.00'],
  ['assumed without a valuation', { hasValuation: false, valueRatio: null }, '187500.00', 'ILLUSTRATIVE', '37500.00'],
  [
    'assumed whatever the status',
    { hasValuation: false, valueRatio: null, status: 'COMMITTED' },
    '187500.00',
    'ILLUSTRATIVE',
    '37500.00',
  ],
])('a holding is worth %s', (_, more, value, rule, gain) => {
  expect(valueHolding({ ...holding, ...more })).toEqual({ value, rule, gain })
})

it('an exit without payments is told from one that is realised and from a holding that lives', () => {
  const isUnpaid = (status: string, received: string) =>
    isExitUnpaid(status, valueHolding({ ...holding, status, received }).rule)
  expect([isUnpaid('EXITED', '0.00'), isUnpaid('EXITED', '1.00'), isUnpaid('FUNDED', '0.00')]).toEqual([
    true,
    false,
    false,
  ])
})
