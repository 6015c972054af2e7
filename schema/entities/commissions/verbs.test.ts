import { expect, it } from 'vitest'
import { applyVerb } from '#schema/records/apply-verb.ts'
import { markPaid, markUnpaid } from './verbs.ts'

const commission = (paidDate: string | null) => ({ id: 'c', amount: '10.00', currency: 'USD', paidDate })
const applied = (verb: typeof markPaid | typeof markUnpaid, row: object, fields = {}) =>
  applyVerb(
    verb as typeof markUnpaid,
    { get: () => ({ ...row }), where: () => [] },
    { id: 'c', fields, changeId: 'x', index: 0 },
  )!

it('marks a commission as paid on a day, and as unpaid again', () => {
  expect(applied(markPaid, commission(null), { paidDate: '2026-03-01' }).steps).toMatchObject([
    { op: 'update', fields: { paidDate: '2026-03-01' } },
  ])
  expect(applied(markUnpaid, commission('2026-03-01')).steps).toMatchObject([{ fields: { paidDate: null } }])
})

it('applies to a commission that is not paid, and its inverse to a paid one', () => {
  expect([null, '2026-03-01'].map((paidDate) => applied(markPaid, commission(paidDate)).isApplicable)).toEqual([
    true,
    false,
  ])
  expect([null, '2026-03-01'].map((paidDate) => applied(markUnpaid, commission(paidDate)).isApplicable)).toEqual([
    false,
    true,
  ])
})

it('is inverted with the day on which the commission was paid', () => {
  expect(markPaid.inverse({} as never, { paidDate: '2026-03-01' })).toMatchObject({ verb: 'markUnpaid' })
  expect(markUnpaid.inverse(commission('2026-03-01') as never, {})).toEqual({
    op: 'act',
    verb: 'markPaid',
    fields: { paidDate: '2026-03-01' },
  })
})
