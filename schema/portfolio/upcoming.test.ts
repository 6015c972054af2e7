import { expect, it } from 'vitest'
import {
  dueState,
  dueStateOf,
  isOverdue,
  type UpcomingFor,
  type UpcomingKind,
  upcomingOf,
  type UpcomingSources,
} from './upcoming.ts'
import { runToEnd } from '#schema/kernel/steps.ts'

const today = '2026-02-10'
const investment = (id: string, status: string, investmentDate: string, redemptionDate: string | null = null) => ({
  id,
  projectId: `project of ${id}`,
  investorId: `investor of ${id}`,
  status: status as 'FUNDED',
  amount: '5.00',
  currency: 'AED',
  investmentDate,
  redemptionDate,
})
const investmentOf = (id: string) => ({ projectId: `project of ${id}`, investorId: `investor of ${id}` })
const nothing = { investments: [], investors: [], commissions: [], signatures: [], investmentOf }
const staff = { userId: 'ada', reviewsKyc: true }
const upcomingFor = (given: Partial<UpcomingSources>, whom: UpcomingFor = staff) =>
  runToEnd(upcomingOf({ ...nothing, ...given }, whom, today, 30))
const eventsOf = (given: Partial<UpcomingSources>, whom?: UpcomingFor) =>
  upcomingFor(given, whom).map(({ kind, id, day }) => [kind, id, day])

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
    investorId: 'investor of today',
    amount: '5.00',
    currency: 'AED',
  })
})

it('contacts, KYC approvals that end and unpaid commissions are included; those without a date come first', () => {
  const investors = [
    { id: 'elif', kycStatus: 'APPROVED', nextContactOn: '2026-02-20' },
    { id: 'kerem', kycStatus: 'EXPIRED', nextContactOn: null },
    { id: 'ines', kycStatus: 'PENDING' },
    { id: 'rohan', kycStatus: 'REJECTED', kycReviewOn: '2026-02-01' },
    { id: 'ended', kycStatus: 'APPROVED', kycReviewOn: '2026-02-09' },
    { id: 'recorded', kycStatus: 'EXPIRED', kycReviewOn: '2026-02-01' },
    { id: 'ends', kycStatus: 'APPROVED', kycReviewOn: '2026-03-12' },
    { id: 'ends later', kycStatus: 'APPROVED', kycReviewOn: '2026-03-13' },
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
    ['KYC', 'recorded', '2026-02-01'],
    ['KYC', 'ended', '2026-02-09'],
    ['CONTACT', 'elif', '2026-02-20'],
    ['COMMISSION', 'due', '2026-02-28'],
    ['KYC', 'ends', '2026-03-12'],
  ])
  expect(upcomingFor({ investors, commissions }).map(({ projectId }) => projectId)).toEqual([
    null,
    'project of quay',
    null,
    null,
    null,
    'project of quay',
    null,
  ])
})

it('a KYC review needs those who decide on KYC, an expired KYC also its investor', () => {
  const investors = [
    { id: 'rohan', kycStatus: 'IN_REVIEW' },
    { id: 'kerem', kycStatus: 'EXPIRED' },
  ]
  expect(eventsOf({ investors })).toEqual([
    ['KYC_REVIEW', 'rohan', null],
    ['KYC', 'kerem', null],
  ])
  expect(eventsOf({ investors }, { userId: 'kerem', reviewsKyc: false })).toEqual([['KYC', 'kerem', null]])
})

it('a document needs the person who is asked to sign it, until they have signed', () => {
  const signatures = (['DRAFT', 'PENDING_SIGNATURE', 'SIGNED', 'EXPIRED'] as const).flatMap((status) =>
    ['ada', 'omar'].map((signerId) => ({ documentId: `${status} ${signerId}`, signerId, status })),
  )
  expect(eventsOf({ signatures })).toEqual([['SIGNATURE', 'PENDING_SIGNATURE ada', null]])
})

it('an event before today is overdue, and so is an expired KYC; today and what has no date are not', () => {
  const isLate = (day: string | null, kind: UpcomingKind = 'REDEMPTION') => isOverdue({ kind, day }, today)
  expect(['2026-02-09', '2026-02-10', '2026-02-11'].map((day) => isLate(day))).toEqual([true, false, false])
  expect((['KYC', 'KYC_REVIEW', 'SIGNATURE'] as const).map((kind) => isLate(null, kind))).toEqual([true, false, false])
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
