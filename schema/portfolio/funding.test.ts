import { expect, it } from 'vitest'
import type { InvestmentStatus } from '#schema/kernel/enumerations.ts'
import { converterFor } from '#schema/money/exchange.ts'
import { fundingOf } from './funding.ts'

const day = '2026-03-15'
const rate = { fromCurrency: 'USD', toCurrency: 'AED', rate: '4', date: day, source: 'MANUAL' }
const exchange = { currency: 'USD', convert: converterFor([rate], day) }
const holding = (
  amount: string,
  status: InvestmentStatus,
  currency = 'USD',
  paidIn: string | null = status === 'COMMITTED' ? '0.00' : amount,
) => ({ amount, status, currency, paidIn })
const fundingFor = (target: string | null, ...investments: ReturnType<typeof holding>[]) =>
  fundingOf(
    investments,
    target,
    exchange,
    () => 'Ines',
    ({ paidIn }) => paidIn,
  )

it('what is not paid in of an investment is committed until it exits', () => {
  const of = [
    holding('500', 'FUNDED', 'USD', '200'),
    holding('300', 'COMMITTED'),
    holding('100', 'EXITED', 'USD', '40'),
  ]
  expect(fundingFor('1000', ...of)).toMatchObject({
    paidIn: '240.00',
    committed: '600.00',
    raised: '900.00',
    open: '100.00',
  })
})

it('paid-in amounts and commitments are added up', () => {
  const of = [holding('500', 'FUNDED'), holding('250', 'ACTIVE'), holding('150', 'EXITED'), holding('300', 'COMMITTED')]
  expect(fundingFor('2000', ...of)).toMatchObject({
    paidIn: '900.00',
    committed: '300.00',
    raised: '1200.00',
    open: '800.00',
    paidInShare: '45.0',
    committedShare: '15.0',
  })
})

it('commitments above the target leave a negative open amount, and without a target there is none', () => {
  expect(fundingFor('100', holding('150', 'FUNDED'))).toMatchObject({ open: '-50.00', paidInShare: '150.0' })
  expect(fundingFor(null, holding('150', 'FUNDED'))).toMatchObject({ open: null, paidInShare: null })
  expect(fundingFor('0.00', holding('150', 'FUNDED'))).toMatchObject({ open: '-150.00', paidInShare: null })
})

it('other currencies are converted and added before rounding; one without a rate is left out by name', () => {
  const { committed, leftOut } = fundingFor(
    '100',
    holding('0.02', 'COMMITTED', 'AED'),
    holding('0.02', 'COMMITTED', 'AED'),
    holding('7', 'COMMITTED', 'TRY'),
    holding('7', 'FUNDED', 'AED', null),
  )
  expect(committed).toBe('0.01')
  expect(leftOut.names).toEqual(['Ines (TRY)', 'Ines (AED)'])
})
