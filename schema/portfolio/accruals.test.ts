import { constantFrom, date, integer, record, assert as check, property, array, option, uniqueArray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Accrual, accrualsOf, type Accrued, type Agreement, type Deal, type Holding } from './accruals.ts'
import { addMonths } from '#schema/money/dates.ts'
import { commissionFrequencies } from '#schema/kernel/enumerations.ts'
import { add, compare, sum } from '#schema/money/money.ts'

const active = { isActive: true, inactiveFrom: null, activeFrom: null, earlierPauses: null }

const holding = (given: Partial<Holding> = {}): Holding => ({
  id: 'i1',
  amount: '250000.00',
  currency: 'USD',
  status: 'FUNDED',
  investmentDate: '2025-01-31',
  exitedOn: null,
  exitedFromStart: false,
  ...given,
})

const agreement = (frequency: Agreement['frequency'], commissionPercentage = '1.50', id = 'a1'): Agreement => ({
  id,
  frequency,
  commissionPercentage,
})

const dealOf = (agreements: readonly Agreement[], ...investments: readonly Holding[]): Deal => ({
  contact: active,
  agreements,
  investments,
  accrued: [],
})

function withWritten(deal: Deal, written: readonly Accrual[]): Deal {
  const accrued = Map.groupBy(written, ({ agreementId, investmentId }) => `${agreementId} ${investmentId}`)
    .values()
    .map((each): Accrued => ({
      ...each[0]!,
      written: each,
      isPerDeal: deal.agreements.some(({ id, frequency }) => id === each[0]!.agreementId && frequency === 'PER_DEAL'),
    }))
  return { ...deal, accrued: [...deal.accrued, ...accrued] }
}

const daysAndAmounts = (deal: Deal, until: string) =>
  accrualsOf(deal, until).map(({ calculatedOn, amount }) => [calculatedOn, amount])

describe('the worked numbers of the finance page', () => {
  it.each([
    ['ONE_TIME', '3750.00', '2025-01-31'],
    ['PER_DEAL', '3750.00', '2025-01-31'],
    ['MONTHLY', '312.50', '2025-02-28'],
    ['QUARTERLY', '937.50', '2025-04-30'],
    ['ANNUALLY', '3750.00', '2026-01-31'],
  ] as const)('250,000 at 1.5 percent: %s brings %s on %s', (frequency, amount, day) => {
    const [first] = accrualsOf(dealOf([agreement(frequency)], holding()), day)
    expect(first).toEqual({
      agreementId: 'a1',
      investmentId: 'i1',
      calculatedOn: day,
      feeType: ['ONE_TIME', 'PER_DEAL'].includes(frequency) ? 'TRANSACTION' : 'MANAGEMENT',
      amount,
      currency: 'USD',
      percentage: '1.50',
    })
  })

  it('100,000 at 2 % monthly is 166.67, 166.66, 166.67, and 2,000.00 a year', () => {
    const deal = dealOf([agreement('MONTHLY', '2.00')], holding({ amount: '100000.00', currency: 'AED' }))
    const year = accrualsOf(deal, '2026-01-31')
    expect(year.slice(0, 3).map(({ amount }) => amount)).toEqual(['166.67', '166.66', '166.67'])
    expect([year.length, sum(year.map(({ amount }) => amount)), year[0]!.currency]).toEqual([12, '2000.00', 'AED'])
  })

  it('200,000 at 1.5 % quarterly from 2025-01-31 falls on the last days of months', () => {
    const deal = dealOf([agreement('QUARTERLY')], holding({ amount: '200000.00' }))
    expect(daysAndAmounts(deal, '2026-01-31')).toEqual(
      ['2025-04-30', '2025-07-31', '2025-10-31', '2026-01-31'].map((day) => [day, '750.00']),
    )
  })

  it('200,000 at 1.5 % monthly from 2019-03-01 to an exit on 2021-03-01 is 24 commissions, 6,000.00', () => {
    const exited = { status: 'EXITED', exitedOn: '2021-03-01', exitedFromStart: true } as const
    const held = holding({ amount: '200000.00', investmentDate: '2019-03-01', ...exited })
    const due = accrualsOf(dealOf([agreement('MONTHLY')], held), '2026-11-24')
    expect([due.length, sum(due.map(({ amount }) => amount))]).toEqual([24, '6000.00'])
    expect([due[0]!.calculatedOn, due.at(-1)!.calculatedOn]).toEqual(['2019-04-01', '2021-03-01'])
  })
})

describe('nothing is due', () => {
  it.each([
    ['of a commitment', {}, { status: 'COMMITTED' }],
    ['before the investment', {}, { investmentDate: '2026-02-01' }],
    ['to a contact who is inactive', { contact: { ...active, isActive: false, inactiveFrom: '2026-01-01' } }, {}],
    ['where no period has ended', { agreements: [agreement('ANNUALLY')] }, { investmentDate: '2025-02-01' }],
    ['of less than half a cent', {}, { amount: '0.10' }],
  ] as const)('%s', (_, given, held) => {
    const deal = { ...dealOf([agreement('ONE_TIME')], holding(held)), ...given }
    expect(accrualsOf(deal, '2026-01-31')).toEqual([])
  })
})

it('a deal is due once, on the earliest investment, by the oldest of several agreements', () => {
  const [early, late] = [holding({ id: 'i2' }), holding({ id: 'i1', investmentDate: '2025-03-01' })]
  const twice = dealOf([agreement('PER_DEAL', '2.00', 'a2'), agreement('PER_DEAL')], late, early)
  const due = accrualsOf(twice, '2025-12-31')
  expect(due).toMatchObject([{ agreementId: 'a1', investmentId: 'i2', calculatedOn: '2025-01-31' }])
  expect(accrualsOf(withWritten(twice, due), '2025-12-31')).toEqual([])
  const written = [{ calculatedOn: '2025-01-31', amount: '3750.00', percentage: '1.50' }]
  const deletedAgreement = { agreementId: 'gone', investmentId: 'i2', written, isPerDeal: true }
  expect(accrualsOf({ ...twice, accrued: [deletedAgreement] }, '2025-12-31')).toEqual([])
})

describe('an exit', () => {
  const monthly = [agreement('MONTHLY', '2.00')]
  const exited = (exitedOn: string | null) => holding({ amount: '100000.00', status: 'EXITED', exitedOn })

  it('ends the last period early, by Act/365', () => {
    expect(daysAndAmounts(dealOf(monthly, exited('2025-03-15')), '2026-01-31')).toEqual([
      ['2025-02-28', '166.67'],
      ['2025-03-15', '82.19'],
    ])
  })

  it('on the day on which a period ends brings the whole period, and on an unknown day nothing', () => {
    expect(daysAndAmounts(dealOf(monthly, exited('2025-02-28')), '2026-01-31')).toEqual([['2025-02-28', '166.67']])
    expect(daysAndAmounts(dealOf(monthly, exited(null)), '2026-01-31')).toEqual([])
  })

  it('that was reverted leaves the rest of its period to be earned', () => {
    const deal = dealOf(monthly, exited('2025-03-15'))
    const again = {
      ...withWritten(deal, accrualsOf(deal, '2025-04-01')),
      investments: [holding({ amount: '100000.00' })],
    }
    expect(daysAndAmounts(again, '2025-03-31')).toEqual([['2025-03-31', '84.47']])
  })

  it('recorded on the first save earns no one-time or per-deal commission', () => {
    const imported = { ...exited('2025-03-15'), exitedFromStart: true }
    const later = holding({ id: 'i2', amount: '100000.00', investmentDate: '2025-06-01' })
    for (const frequency of ['ONE_TIME', 'PER_DEAL'] as const) {
      const agreed = [agreement(frequency)]
      expect(daysAndAmounts(dealOf(agreed, imported), '2025-12-31')).toEqual([])
      expect(daysAndAmounts(dealOf(agreed, imported, later), '2025-12-31')).toEqual([['2025-06-01', '1500.00']])
    }
  })

  it('does not make a paid one-time commission due again', () => {
    expect(accrualsOf(dealOf([agreement('ONE_TIME')], exited('2025-03-15')), '2025-12-31')).toHaveLength(1)
  })
})

describe('a contact who was inactive', () => {
  const paused = { ...active, inactiveFrom: '2025-03-31', activeFrom: '2025-06-01' }
  const deal = { ...dealOf([agreement('MONTHLY')], holding()), contact: paused }

  it('is due nothing for the periods and days of a pause', () => {
    expect(daysAndAmounts(deal, '2025-07-31')).toEqual([
      ['2025-02-28', '312.50'],
      ['2025-03-31', '312.50'],
      ['2025-06-30', '302.08'],
      ['2025-07-31', '312.50'],
    ])
  })

  it('is due nothing for an earlier pause either', () => {
    const twice = { ...paused, inactiveFrom: '2025-07-01', activeFrom: '2025-07-15' }
    const again = { ...deal, contact: { ...twice, earlierPauses: [['2025-03-31', '2025-06-01']] } }
    const [later] = daysAndAmounts(again, '2025-07-31').slice(-1)
    expect(later).toEqual(['2025-07-31', '171.37'])
    expect(daysAndAmounts(again, '2025-07-30')).toEqual(daysAndAmounts(deal, '2025-07-30'))
  })

  it('is due nothing for the time before they were first active', () => {
    const late = { ...deal, contact: { ...paused, inactiveFrom: null } }
    expect(accrualsOf(late, '2025-07-31').map(({ calculatedOn }) => calculatedOn)).toEqual(['2025-06-30', '2025-07-31'])
  })

  it.each([
    ['2025-03-01', '2025-03-27', '40.32'],
    ['2025-03-31', '2025-04-01', '241.94'],
    ['2025-04-01', '2025-04-02', '250.00'],
    ['2025-02-28', '2025-03-02', '241.94'],
  ])('from %s until the day before %s is due %s of 250.00 for March', (inactiveFrom, activeFrom, amount) => {
    const held = holding({ amount: '200000.00', investmentDate: '2025-03-01' })
    const march = { ...dealOf([agreement('MONTHLY')], held), contact: { ...active, inactiveFrom, activeFrom } }
    expect(daysAndAmounts(march, '2025-04-01')).toEqual([['2025-04-01', amount]])
  })

  it('is due no one-time commission for an investment dated in the pause', () => {
    const held = holding({ investmentDate: '2025-05-31' })
    for (const frequency of ['ONE_TIME', 'PER_DEAL'] as const) {
      const once = { ...dealOf([agreement(frequency)], held), contact: paused }
      expect(accrualsOf(once, '2025-12-31')).toEqual([])
      const clearedPause = { ...once, investments: [holding({ investmentDate: '2025-06-01' })] }
      expect(accrualsOf(clearedPause, '2025-12-31')).toHaveLength(1)
    }
  })

  it('earns exactly the rest of a year, whatever the cents of each period', () => {
    const earlierPauses = ['01', '03'].map((month) => [`2025-${month}-01`, `2025-${month}-11`])
    const contact = { ...active, inactiveFrom: '2025-05-01', activeFrom: '2025-05-11', earlierPauses }
    const held = holding({ amount: '100000.00', investmentDate: '2025-01-01' })
    const year = { ...dealOf([agreement('MONTHLY', '2.00')], held), contact }
    expect(total(accrualsOf(year, '2026-01-01'))).toBe('1838.71')
  })
})

it('written commissions stay: a moved date counts from the last written day on', () => {
  const deal = dealOf([agreement('MONTHLY', '12.00')], holding({ amount: '36500.00' }))
  const moved = {
    ...withWritten(deal, accrualsOf(deal, '2025-03-31')),
    investments: [holding({ amount: '36500.00', investmentDate: '2025-01-10' })],
  }
  expect(daysAndAmounts(moved, '2025-05-09')).toEqual([['2025-04-10', '113.00']])
})

describe('a period without a commission between others', () => {
  const held = holding({ amount: '200000.00', investmentDate: '2025-11-01' })
  const deal = dealOf([agreement('MONTHLY')], held)
  const without = (day: string) =>
    withWritten(
      deal,
      accrualsOf(deal, '2026-02-01').filter(({ calculatedOn }) => calculatedOn !== day),
    )
  const exitOn = (day: string, exitedOn: string) => ({
    ...without(day),
    investments: [{ ...held, status: 'EXITED', exitedOn } as const],
  })

  it('is due again after an exit that had removed it moves beyond the later, paid one', () => {
    expect(daysAndAmounts(exitOn('2026-01-01', '2025-12-16'), '2026-12-31')).toEqual([])
    expect(daysAndAmounts(exitOn('2026-01-01', '2026-03-01'), '2026-12-31')).toEqual([
      ['2026-01-01', '250.00'],
      ['2026-03-01', '250.00'],
    ])
    expect(daysAndAmounts(exitOn('2025-12-01', '2026-02-01'), '2026-12-31')).toEqual([['2025-12-01', '250.00']])
  })

  it('skipped because of a pause on its last day, under an earlier rule, is due pro rata', () => {
    const contact = { ...active, inactiveFrom: '2025-12-31', activeFrom: '2026-01-02' }
    expect(daysAndAmounts({ ...without('2026-01-01'), contact }, '2026-03-01')).toEqual([
      ['2026-01-01', '241.94'],
      ['2026-03-01', '250.00'],
    ])
  })

  it('is not due when it lies in a longer period of an earlier frequency', () => {
    const quarterly = dealOf([agreement('QUARTERLY')], held)
    const written = withWritten(quarterly, accrualsOf(quarterly, '2026-05-01'))
    const monthly = { ...written, agreements: [agreement('MONTHLY')] }
    expect(daysAndAmounts(monthly, '2026-06-01')).toEqual([['2026-06-01', '250.00']])
  })
})

const day = date({ min: new Date('2019-01-01'), max: new Date('2024-12-31'), noInvalidDate: true }).map((each) =>
  each.toISOString().slice(0, 10),
)
const compareDays = (a: string, b: string) => (a < b ? -1 : 1)
const cents = (max: number) => integer({ min: 1, max }).map((each) => (each / 100).toFixed(2))
const holdings = array(
  record({
    amount: cents(99_999_999_99),
    investmentDate: day,
    exitedOn: option(day),
    currency: constantFrom('USD', 'AED', 'TRY'),
  }),
  { minLength: 1, maxLength: 3 },
).map((all) =>
  all.map((each, i): Holding => ({
    ...holding({ id: `i${i}` }),
    ...each,
    status: each.exitedOn === null ? 'ACTIVE' : 'EXITED',
  })),
)
const agreements = array(record({ frequency: constantFrom(...commissionFrequencies), percentage: cents(10_000) }), {
  minLength: 1,
  maxLength: 3,
}).map((all) => all.map(({ frequency, percentage }, i) => agreement(frequency, percentage, `a${i}`)))
const contacts = uniqueArray(day, { minLength: 0, maxLength: 6 }).map((days) => {
  const sorted = days.toSorted(compareDays)
  const pauses = Array.from({ length: Math.floor(sorted.length / 2) }, (_, i) => [sorted[2 * i]!, sorted[2 * i + 1]!])
  const [inactiveFrom = null, activeFrom = null] = pauses.pop() ?? []
  return { ...active, inactiveFrom, activeFrom, earlierPauses: pauses }
})
const deals = record({ agreements, investments: holdings, contact: contacts }).map(
  ({ agreements: agreed, investments, contact }): Deal => ({ ...dealOf(agreed, ...investments), contact }),
)

const total = (accruals: readonly Accrual[]) => sum(accruals.map(({ amount }) => amount))

describe('of any deal', () => {
  it('no commission is negative or duplicate, and a repeated run finds nothing', () => {
    check(
      property(deals, day, (deal, until) => {
        const due = accrualsOf(deal, until)
        for (const { amount } of due) expect(compare(amount, '0')).toBeGreaterThan(0)
        const keys = due.map((each) => `${each.agreementId} ${each.investmentId} ${each.calculatedOn}`)
        expect(new Set(keys).size).toBe(keys.length)
        expect(accrualsOf(withWritten(deal, due), until)).toEqual([])
      }),
    )
  })

  it('two runs give the same as one, and a later day never gives less', () => {
    check(
      property(deals, day, day, (deal, one, other) => {
        const [earlier, later] = [one, other].toSorted() as [string, string]
        const first = accrualsOf(deal, earlier)
        const second = accrualsOf(withWritten(deal, first), later)
        const both = accrualsOf(deal, later)
        const byDay = (all: readonly Accrual[]) => all.map((each) => JSON.stringify(each)).toSorted()
        expect(byDay([...first, ...second])).toEqual(byDay(both))
        expect(compare(total(both), total(first))).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 50 },
    )
  })

  it('a reverted exit splits its period exactly', () => {
    const periodic = constantFrom('MONTHLY', 'QUARTERLY', 'ANNUALLY')
    check(
      property(periodic, cents(10_000), cents(99_999_999_99), day, day, (frequency, rate, amount, from, exitedOn) => {
        const [held, until] = [holding({ amount, investmentDate: from }), '2025-12-31']
        const whole = dealOf([agreement(frequency, rate)], held)
        const exited = { ...whole, investments: [{ ...held, status: 'EXITED', exitedOn } as const] }
        const first = accrualsOf(exited, until)
        const rest = accrualsOf({ ...withWritten(exited, first), investments: [held] }, until)
        expect(add(total(first), total(rest))).toBe(total(accrualsOf(whole, until)))
      }),
      { numRuns: 40 },
    )
  })

  it('whole years earn exactly the yearly rate', () => {
    check(
      property(integer({ min: 1, max: 5 }), cents(10_000), day, (years, rate, from) => {
        const one = dealOf([agreement('ONE_TIME', rate)], holding({ amount: '100000.00', investmentDate: from }))
        const monthly = { ...one, agreements: [agreement('MONTHLY', rate)] }
        const yearly = total(accrualsOf(one, from))
        const expected = sum(Array.from({ length: years }, () => yearly))
        expect(total(accrualsOf(monthly, addMonths(from, 12 * years)))).toBe(expected)
      }),
      { numRuns: 40 },
    )
  })
})
