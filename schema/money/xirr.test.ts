import { assert as check, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DatedAmount, xirrOf } from './xirr.ts'

const flows = (...all: readonly (readonly [amount: number | string, date: string])[]): DatedAmount[] =>
  all.map(([amount, date]) => ({ amount: String(amount), date }))

const near = (rate: number, within = 2e-10) =>
  expect.toSatisfy((found: string) => Math.abs(Number(found) - rate) < within, `${rate}`)

const twoRates = (last: number) => flows([-1000, '2020-01-01'], [2500, '2021-01-01'], [last, '2022-01-01'])

describe('the annualized return of dated payments', () => {
  it.each([
    [
      0.3733625335,
      flows(
        [-10000, '2008-01-01'],
        [2750, '2008-03-01'],
        [4250, '2008-10-30'],
        [3250, '2009-02-15'],
        [2750, '2009-04-01'],
      ),
    ],
    [
      0.153067585,
      flows(
        [-100000, '2024-01-15'],
        [-50000, '2024-07-15'],
        [12000, '2025-01-15'],
        [15000, '2025-07-15'],
        [165000, '2026-01-15'],
      ),
    ],
    [-0.9898733808, flows([-1000, '2024-01-01'], [10, '2025-01-01'])],
    [
      -0.1624664333,
      flows(
        [-3564313.89, '2015-01-01'],
        [-4535126.97, '2015-01-01'],
        [8099440.86, '2015-01-01'],
        [-100000, '2018-03-06'],
        [42060.18, '2023-01-22'],
      ),
    ],
    [0, flows([-1000, '2020-01-01'], [2000, '2020-12-31'], [-1000, '2021-12-31'])],
    [0.1, flows([-1000, '2020-01-01'], [2200, '2020-12-31'], [-1210, '2021-12-31'])],
    [0.1047049294, flows([-100000, '2025-01-01'], [-50000, '2025-07-01'], [163000, '2025-12-31'])],
  ])('is %f', (rate, given) => {
    expect(xirrOf(given)).toEqual({ kind: 'ONE', rate: near(rate) })
    expect(xirrOf(given.toReversed())).toEqual({ kind: 'ONE', rate: near(rate) })
  })

  it('has several rates if several fit, with the one nearest to 10 % marked', () => {
    expect(xirrOf(twoRates(-1540))).toEqual({
      kind: 'SEVERAL',
      rates: [near(0.1010699701), near(0.3939820103)],
      nearest: near(0.1010699701),
    })
    expect(xirrOf(flows([-1000, '2021-01-01'], [1620, '2022-01-01'], [-560, '2023-01-01']))).toEqual({
      kind: 'SEVERAL',
      rates: [near(-0.5), near(0.12)],
      nearest: near(0.12),
    })
  })

  it.each([
    [
      flows([-8104474518, '2020-01-01'], ['25642225091.50', '2020-12-31'], ['-20282735946.86', '2021-12-31']),
      [near(0.581584, 5e-7), near(0.582375, 5e-7)],
    ],
    [
      flows([626678343, '2010-01-01'], [-1972094077.59, '2011-01-01'], [1551490973.93, '2012-01-01']),
      [near(0.5706999972), near(0.5762000028)],
    ],
  ])('has both of two rates that are close together', (given, wanted) => {
    expect(xirrOf(given)).toEqual({ kind: 'SEVERAL', rates: wanted, nearest: wanted[0] })
  })

  it('is absent, with a reason, if no rate fits', () => {
    expect(xirrOf(twoRates(-1700))).toEqual({ kind: 'NONE', reason: 'NO_RATE' })
    const recycled = flows([-100, '2024-01-01'], [100, '2024-01-01'], [50, '2025-01-01'], [-50, '2025-01-01'])
    expect(xirrOf(recycled)).toEqual({ kind: 'NONE', reason: 'ONE_DAY' })
    const gained = flows([-1, '2024-01-01'], [2, '2024-01-01'], [3, '2025-01-01'])
    expect(xirrOf(gained)).toEqual({ kind: 'NONE', reason: 'NO_RATE' })
    for (const given of [[], flows([-1, '2024-01-01']), flows([1, '2024-01-01'], [0, '2025-01-01'])])
      expect(xirrOf(given)).toEqual({ kind: 'NONE', reason: 'ONE_SIGN' })
    expect(xirrOf(flows([-1, '2024-01-01'], [2, '2024-01-01']))).toEqual({ kind: 'NONE', reason: 'ONE_DAY' })
  })

  it('of money that grew at a rate for some days is that rate', () => {
    check(
      property(integer({ min: -95, max: 900 }), integer({ min: 30, max: 20_000 }), (percent, days) => {
        const end = new Date(Date.UTC(2000, 0, 1 + days)).toISOString().slice(0, 10)
        const grown = 1_000_000 * (1 + percent / 100) ** (days / 365)
        if (grown < 0.01 || grown > 1e20) return
        const given = [
          { date: '2000-01-01', amount: '-1000000' },
          { date: end, amount: String(grown) },
        ]
        const found = xirrOf(given)
        expect(found.kind).toBe('ONE')
        expect(Number('rate' in found ? found.rate : Number.NaN)).toBeCloseTo(percent / 100, 6)
      }),
    )
  })
})
