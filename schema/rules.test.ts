import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencies, investmentStatuses } from './kernel/enumerations.ts'
import { add } from './money/money.ts'
import type { Values } from './kernel/parse.ts'
import { completeValues, issuesOnSave } from './rules.ts'
import { addTo, sumMoves } from './records/sums.ts'

const read = (entity: string, id: string): Values | undefined =>
  entity === 'projects' ? { currency: id === 'dirham' ? 'AED' : 'USD', paymentInstallment: '1_MONTH' } : undefined

const rows = { get: read, where: () => [] }

const holding = (fields: Values = {}): Values => ({
  projectId: 'harbour',
  investorId: 'ines',
  amount: '100.00',
  currency: 'USD',
  status: 'COMMITTED',
  investmentDate: '2026-01-01',
  exitedOn: null,
  ...fields,
})

const movesOf = (before: Values | null, after: Values | null) =>
  sumMoves('investments', before, after, rows)
    .map(({ id, field, by }) => `${id}.${field} ${by}`)
    .toSorted()

describe('sums', () => {
  it('move with a new investment, an edit and a delete', () => {
    expect(movesOf(null, holding())).toEqual(['harbour.raisedAmount 100.00', 'ines.totalInvested 100.00'])
    expect(movesOf(holding(), holding({ status: 'FUNDED' }))).toEqual(['harbour.actualTotalInvested 100.00'])
    expect(movesOf(holding(), holding({ amount: '40.01' }))).toEqual([
      'harbour.raisedAmount -59.99',
      'ines.totalInvested -59.99',
    ])
    expect(movesOf(holding({ status: 'EXITED' }), null)).toEqual([
      'harbour.actualTotalInvested -100.00',
      'harbour.raisedAmount -100.00',
      'ines.totalInvested -100.00',
    ])
    expect(movesOf(holding(), holding())).toEqual([])
  })

  it('count the project’s own currency, and US dollars for the investor', () => {
    expect(movesOf(null, holding({ projectId: 'dirham' }))).toEqual(['ines.totalInvested 100.00'])
    expect(movesOf(null, holding({ projectId: 'dirham', currency: 'AED' }))).toEqual(['dirham.raisedAmount 100.00'])
    expect(sumMoves('projects', null, holding(), rows)).toEqual([])
  })

  it('are recalculated when the project changes its currency', () => {
    const project = (currency: string): Values => ({ id: 'harbour', currency })
    const inDirhams = holding({ amount: '7.00', currency: 'AED', status: 'FUNDED' })
    const moves = (before: Values, after: Values) =>
      sumMoves('projects', before, after, { get: () => after, where: () => [holding(), inDirhams] })
        .map(({ id, field, by }) => `${id}.${field} ${by}`)
        .toSorted()
    expect(moves(project('USD'), project('AED'))).toEqual([
      'harbour.actualTotalInvested 7.00',
      'harbour.raisedAmount -93.00',
    ])
    expect(moves(project('AED'), { ...project('AED'), name: 'Port' })).toEqual([])
  })

  it('after many edits match the last state', () => {
    const state = fc.option(
      fc.record({
        amount: fc.integer({ min: 1, max: 99_999_999 }).map((n) => (n / 100).toFixed(2)),
        currency: fc.constantFrom(...currencies),
        status: fc.constantFrom(...investmentStatuses),
        projectId: fc.constantFrom('harbour', 'dirham'),
      }),
    )
    const totals = (steps: (Values | null)[]) => {
      const sums = new Map<string, string>()
      for (const [i, after] of steps.entries()) {
        const before = steps[i - 1] ?? null
        for (const move of sumMoves('investments', before, after, rows)) {
          const key = `${move.id}.${move.field}`
          sums.set(key, addTo(sums.get(key), move))
        }
      }
      return [...sums].filter(([, sum]) => sum !== '0.00').toSorted(([a], [b]) => (a < b ? -1 : 1))
    }
    fc.assert(
      fc.property(fc.array(state, { minLength: 1, maxLength: 6 }), (states) => {
        const steps = states.map((each) => each && holding(each))
        expect(totals(steps)).toEqual(totals([steps.at(-1)!]))
      }),
    )
  })

  it('begin at zero', () => {
    const move = { entity: 'projects', id: 'harbour', field: 'raisedAmount', by: '5.00' } as const
    expect([addTo(undefined, move), addTo(null, move), addTo('1.50', move)]).toEqual([
      '5.00',
      '5.00',
      add('1.50', '5.00'),
    ])
  })
})

const created = { before: null, today: '2026-04-01' }

describe('the redemption date', () => {
  const dated = { ...holding(), investmentDate: '2026-01-31', redemptionDate: null }

  it('is computed from the project if it is not given', () => {
    expect(completeValues('investments', dated, read, created)).toEqual({ ...dated, redemptionDate: '2026-02-28' })
  })

  it('is unchanged if given, or if the project is not available', () => {
    const given = { ...dated, redemptionDate: '2027-01-01' }
    expect(completeValues('investments', given, read, created)).toBe(given)
    expect(completeValues('investments', dated, () => undefined, created)).toBe(dated)
    expect(completeValues('documents', dated, read, created)).toBe(dated)
  })
})

describe('the day of an exit', () => {
  const saved = (before: object | null, after: object, today = '2026-04-01') =>
    completeValues('investments', { ...holding(), ...after }, read, {
      before: before && { ...holding(), ...before },
      today,
    })

  it('is the day the status became EXITED, and null when it is reverted', () => {
    expect(saved({ status: 'ACTIVE' }, { status: 'EXITED' })).toMatchObject({ exitedOn: '2026-04-01' })
    expect(saved(null, { status: 'EXITED' })).toMatchObject({ exitedOn: '2026-04-01' })
    expect(saved({ status: 'EXITED' }, { status: 'FUNDED', exitedOn: '2026-04-01' })).toMatchObject({ exitedOn: null })
  })

  it('stays, even if unknown', () => {
    const [known, unknown] = [
      { status: 'EXITED', exitedOn: '2025-01-01' },
      { status: 'EXITED', exitedOn: null },
    ]
    expect(saved(known, known)).toMatchObject({ exitedOn: '2025-01-01' })
    expect(saved(unknown, unknown)).toMatchObject({ exitedOn: null })
    expect(saved(null, known)).toMatchObject({ exitedOn: '2025-01-01' })
  })

  it('defaults to today when cleared, or to a later investment date', () => {
    const before = { status: 'EXITED', exitedOn: '2025-01-01' }
    expect(saved(before, { ...before, exitedOn: null })).toMatchObject({ exitedOn: '2026-04-01' })
    expect(saved(null, { status: 'EXITED', investmentDate: '2026-05-01' })).toMatchObject({ exitedOn: '2026-05-01' })
  })

  it('lies between the investment date and today, and only an exit has one', () => {
    const issue = (before: Values | null, after: Values) =>
      issuesOnSave(
        'investments',
        { ...holding(), ...after },
        { before: before && { ...holding(), ...before }, today: '2026-04-01' },
      )
    const exit = (investmentDate: string, exitedOn: string) => ({ status: 'EXITED', investmentDate, exitedOn })
    expect(issue(null, exit('2026-01-01', '2026-01-01'))).toEqual({})
    expect(issue(null, exit('2026-01-01', '2026-04-01'))).toEqual({})
    expect(issue(null, exit('2026-01-01', '2025-12-31'))).toEqual({ exitedOn: { key: 'exitBeforeInvestment' } })
    expect(issue(null, exit('2026-01-01', '2026-04-02'))).toEqual({ exitedOn: { key: 'exitInFuture' } })
    expect(issue(null, { exitedOn: '2026-01-01' })).toEqual({ exitedOn: { key: 'exitWithoutStatus' } })
    const previous = exit('2026-01-01', '2026-03-01')
    expect(issue(previous, { ...previous, investmentDate: '2026-03-02' })).toEqual({
      exitedOn: { key: 'exitBeforeInvestment' },
    })
    expect(issue(previous, { ...previous, status: 'ACTIVE' }), 'an app that sends back the whole row').toEqual({})
    const unsound = exit('2026-06-01', '2026-03-01')
    expect(issue(unsound, { ...unsound, amount: '7.00' }), 'from before this rule').toEqual({})
  })
})

it('the days of each pause are recorded on the contact', () => {
  let contact: Values = { isActive: true, inactiveFrom: null, activeFrom: null, earlierPauses: null }
  const turn = (isActive: boolean, today: string) => {
    contact = completeValues('referrals', { ...contact, isActive }, read, { before: contact, today })
    return contact
  }
  expect(turn(true, '2026-01-01')).toMatchObject({ inactiveFrom: null, activeFrom: null })
  expect(turn(false, '2026-02-01')).toMatchObject({ inactiveFrom: '2026-02-01', activeFrom: null })
  expect(turn(false, '2026-02-20')).toMatchObject({ inactiveFrom: '2026-02-01', activeFrom: null })
  expect(turn(true, '2026-03-01')).toMatchObject({ inactiveFrom: '2026-02-01', activeFrom: '2026-03-01' })
  expect(turn(true, '2026-03-20')).toMatchObject({ inactiveFrom: '2026-02-01', activeFrom: '2026-03-01' })
  const earlierPauses = [['2026-02-01', '2026-03-01']]
  expect(turn(false, '2026-05-01')).toMatchObject({ inactiveFrom: '2026-05-01', activeFrom: null, earlierPauses })
  turn(true, '2026-06-01')
  expect(turn(false, '2026-07-01')).toMatchObject({
    inactiveFrom: '2026-07-01',
    earlierPauses: [...earlierPauses, ['2026-05-01', '2026-06-01']],
  })
})

it('a pause that begins and ends on one day is not recorded', () => {
  let contact: Values = { isActive: false, inactiveFrom: '2026-02-01', activeFrom: null, earlierPauses: null }
  const turn = (isActive: boolean, today: string) => {
    contact = completeValues('referrals', { ...contact, isActive }, read, { before: contact, today })
    return contact
  }
  turn(true, '2026-03-01')
  turn(false, '2026-05-02')
  // The day of whoever changes it: west of the others it may be the one before.
  for (const today of ['2026-05-02', '2026-05-01', '2026-05-02']) {
    turn(true, today)
    turn(false, '2026-05-02')
  }
  expect(contact).toMatchObject({ earlierPauses: [['2026-02-01', '2026-03-01']] })
})
