import { expect, it } from 'vitest'
import { dueState, dueStateOf, isOverdue, upcomingOf } from './upcoming.ts'
import { runToEnd } from '#schema/kernel/steps.ts'

const today = '2026-02-10'
const investment = (id: string, status: string, investmentDate: string, redemptionDate: string | null = null) => ({
  id,
  projectId: `project of ${id}`,
  status: status as 'FUNDED',
  amount: '5.00',
  currency: 'AED',
  investmentDate,
  redemptionDate,
})
const projectOf = (investmentId: string) => `project of ${investmentId}`
const upcomingFor = (given: Partial<Parameters<typeof upcomingOf>[0]>) =>
  runToEnd(upcomingOf({ investments: [], investors: [], commissions: [], projectOf, ...given }, today, 30))
const eventsOf = (given: Parameters<typeof upcomingFor>[0]) =>
  upcomingFor(given).map(({ kind, id, day }) => [kind, id, day])

it('redemptions of paid-in investments and unpaid commitments, up to thirty days from today', () => {
  const investments = [
    investment('redeemed later', 'FUNDED', '2025-01-01', '2026-03-13'),
    investment('in thirty days', 'FUNDED', '2025-01-01', '2026-03-12'),
    investment('today', 'ACTIVE', '2025-01-01', '2026-02-10'),
    investment('yesterday', 'ACTIVE', '2025-01-01', '2026-02-09'),
    investment('without a day', 'ACTIVE', '2025-01-01'),
    investment('gone', 'EXITED', '2025-01-01', '2026-02-11'),
    investment('not paid in', 'COMMITTED', '2026-02-01', '2026-08-01'),
    investment('paid in later', 'COMMITTED', '2026-03-13', '2026-09-13'),
  ]
  expect(eventsOf({ investments })).toEqual([
    ['COMMITMENT', 'not paid in', '2026-02-01'],
    ['REDEMPTION', 'yesterday', '2026-02-09'],
    ['REDEMPTION', 'today', '2026-02-10'],
    ['REDEMPTION', 'in thirty days', '2026-03-12'],
  ])
  expect(upcomingFor({ investments: [investments[2]!] })[0]).toEqual({
    kind: 'REDEMPTION',
    id: 'today',
    day: '2026-02-10',
    investmentId: 'today',
    projectId: 'project of today',
    amount: '5.00',
    currency: 'AED',
  })
})

it('contacts, expired KYC and unpaid commissions are included; expiries without a day come first', () => {
  const investors = [
    { id: 'elif', kycStatus: 'APPROVED', nextContactOn: '2026-02-20' },
    { id: 'kerem', kycStatus: 'EXPIRED', nextContactOn: null },
    { id: 'ines', kycStatus: 'PENDING' },
    { id: 'omar', kycStatus: null, nextContactOn: '2026-04-01' },
  ]
  const fee = { investmentId: 'quay', amount: '1.00', currency: 'USD', paidDate: null }
  const commissions = [
    { ...fee, id: 'due', dueDate: '2026-02-28' },
    { ...fee, id: 'paid', dueDate: '2026-02-28', paidDate: '2026-02-01' },
    { ...fee, id: 'whenever', dueDate: null },
    { ...fee, id: 'late', dueDate: '2025-12-31' },
  ]
  expect(eventsOf({ investors, commissions })).toEqual([
    ['KYC', 'kerem', null],
    ['COMMISSION', 'late', '2025-12-31'],
    ['CONTACT', 'elif', '2026-02-20'],
    ['COMMISSION', 'due', '2026-02-28'],
  ])
  expect(upcomingFor({ investors, commissions }).map(({ projectId }) => projectId)).toEqual([
    null,
    'project of quay',
    null,
    'project of quay',
  ])
})

it('an event before today is overdue; today is not', () => {
  expect([null, '2026-02-09', '2026-02-10', '2026-02-11'].map((day) => isOverdue({ day }, today))).toEqual([
    true,
    true,
    false,
    false,
  ])
})

it('a date is overdue, in the week that ends on Sunday, or later within thirty days', () => {
  // 10 February 2026 is a Tuesday.
  const days = ['2026-02-09', '2026-02-10', '2026-02-15', '2026-02-16', '2026-03-12', '2026-03-13', null]
  const states = ['OVERDUE', 'THIS_WEEK', 'THIS_WEEK', 'LATER', 'LATER', null, null]
  expect(days.map((day) => dueState(day, today))).toEqual(states)
  expect(dueState('2026-02-16', '2026-02-15')).toBe('LATER')
  expect(dueState('2026-02-15', '2026-02-15')).toBe('THIS_WEEK')
})

it('the investments with a due state are those that are upcoming', () => {
  const investments = (['FUNDED', 'COMMITTED', 'EXITED'] as const).flatMap((status) =>
    ['2026-02-09', '2026-03-12', '2026-03-13'].flatMap((day) => [
      investment(`${status} from ${day}`, status, day, '2026-02-11'),
      investment(`${status} until ${day}`, status, '2026-03-01', day),
    ]),
  )
  const due = investments.filter((each) => dueStateOf(each, today) !== null).map(({ id }) => id)
  expect(due.toSorted()).toEqual(
    upcomingFor({ investments })
      .map(({ id }) => id)
      .toSorted(),
  )
})
