import { expect, it } from 'vitest'
import { sum } from './money.ts'
import { waterfallOf } from './waterfall.ts'

const terms = { preferred: '8', carry: '20' }
const waterfallFor = (proceeds: string) => waterfallOf({ proceeds, capital: '1000000.00', years: 2 }, terms)

it('capital, the preferred return compounded yearly, the catch-up, and the rest by the carry', () => {
  expect(waterfallFor('1500000.00')).toEqual({
    capital: '1000000.00',
    preferred: '166400.00',
    catchUp: '41600.00',
    rest: '292000.00',
    toInvestors: '1400000.00',
    toManager: '100000.00',
  })
})

it('each tier is paid in full before the next, and a shortfall hits the last tiers', () => {
  expect(waterfallFor('900000.00')).toMatchObject({ capital: '900000.00', preferred: '0.00', toManager: '0.00' })
  expect(waterfallFor('1100000.00')).toMatchObject({ capital: '1000000.00', preferred: '100000.00', catchUp: '0.00' })
  expect(waterfallFor('1190000.00')).toMatchObject({ preferred: '166400.00', catchUp: '23600.00', rest: '0.00' })
})

it('without carry everything goes to the investors, and nothing is lost by rounding', () => {
  const free = waterfallOf({ proceeds: '10.01', capital: '3.33', years: 0 }, { preferred: '8', carry: '0' })
  expect(free).toMatchObject({ preferred: '0.00', catchUp: '0.00', toInvestors: '10.01', toManager: '0.00' })
  for (const proceeds of ['1166400.03', '1208000.01', '1208000.02', '1333333.33']) {
    const { capital, preferred, catchUp, rest, toInvestors, toManager } = waterfallFor(proceeds)
    expect([sum([capital, preferred, catchUp, rest]), sum([toInvestors, toManager])]).toEqual([proceeds, proceeds])
  }
})
