import { expect, test } from 'vitest'
import { converterFor } from '#schema/money/exchange.ts'
import type { ValuedHolding } from '#schema/portfolio/holding-value.ts'
import { type Book, holding, nav, paid, staffHistories } from '#schema/test/holding-book.ts'
import { portalFigures } from './portal-figures.ts'

const day = '2026-03-15'
const rate = { fromCurrency: 'USD', toCurrency: 'AED', rate: '4', date: day, source: 'MANUAL' }

const figuresOf = (book: Book, own: readonly ValuedHolding[] = book.holdings, on = day) =>
  portalFigures(own, {
    histories: staffHistories(book),
    day: on,
    nameOf: ({ id }) => id,
    exchange: { currency: 'USD', convert: converterFor(book.rates ?? [], on) },
  })

test('the total includes holdings of every status, and commitments count neither as value nor as gain', () => {
  const holdings = [
    holding('a', { amount: '150000.00' }),
    holding('b', { amount: '100.00', status: 'ACTIVE' }),
    holding('c', { amount: '40.00', status: 'COMMITTED' }),
    holding('d', { amount: '10.00', status: 'EXITED', exitedOn: '2026-01-01', nothingMoreDue: true }),
  ]
  const valuations = [nav('2025-12-31', '180132.00')]
  expect(figuresOf({ holdings, valuations })).toMatchObject({
    invested: '150150.00',
    active: '150100.00',
    committed: '40.00',
    exited: '10.00',
    value: '180120.00',
    unfunded: '40.00',
    activeCount: 2,
    gain: '30010.00',
    isIllustrative: false,
  })
  expect(figuresOf({ holdings: [] })).toMatchObject({ rate: null, gain: '0.00', value: '0.00' })
})

test('the return in percent is relative to the amount paid in', () => {
  const holdings = [holding('a'), holding('b', { status: 'COMMITTED', amount: '900000.00' })]
  expect(figuresOf({ holdings })).toMatchObject({
    value: '125000.00',
    gain: '25000.00',
    rate: '25',
    isIllustrative: true,
  })
})

test('a payment after the valuation counts once', () => {
  const book = {
    holdings: [holding('a', { amount: '150000.00' }), holding('b', { amount: '850000.00' })],
    valuations: [nav('2025-12-31', '1200000.00')],
    flows: [paid('a', 'DISTRIBUTION', '2026-01-31', '60000.00')],
  }
  expect(figuresOf(book, book.holdings.slice(0, 1))).toMatchObject({
    value: '120000.00',
    gain: '30000.00',
    returnParts: { value: '120000.00', received: '60000.00', paidIn: '150000.00' },
    rate: '20',
  })
})

test('a holding without a return counts in the value but not in the return', () => {
  const holdings = [holding('a'), holding('b', { status: 'EXITED', exitedOn: '2026-01-01' })]
  const flows = [paid('b', 'DISTRIBUTION', '2026-01-15', '130000.00')]
  expect(figuresOf({ holdings, flows, growth: null })).toMatchObject({
    value: '100000.00',
    gain: '30000.00',
    rate: '30',
    byRule: new Map([
      ['COST', '100000.00'],
      ['REALISED', '0.00'],
    ]),
  })
})

test('an exit without a payment is in no sum and is listed', () => {
  const holdings = [holding('a'), holding('b', { status: 'EXITED', exitedOn: '2026-01-01', exitedFromStart: true })]
  expect(figuresOf({ holdings })).toMatchObject({ value: '125000.00', withoutPayment: ['b'], invested: '200000.00' })
})

test('other currencies are converted; holdings without a rate are left out and listed', () => {
  const holdings = [
    holding('a', { currency: 'AED', amount: '400000.00' }),
    holding('b', { currency: 'TRY', amount: '5.00' }),
  ]
  const figures = figuresOf({ holdings, currency: 'AED', rates: [{ ...rate, date: '2025-01-01' }] })
  expect(figures).toMatchObject({ invested: '100000.00', value: '125000.00', gain: '25000.00' })
  expect(figures.leftOut).toEqual({ names: ['b (TRY)'], currencies: ['TRY'], isConverted: true, isStale: true })
  expect(figures.values.get('b')).toMatchObject({ rule: 'NO_RATE', value: null })
})
