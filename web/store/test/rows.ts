import type { Values } from '#schema/kernel/parse.ts'
import { uuid7 } from './device.ts'

export const project = (name: string, overrides: Values = {}): [string, string, Values] => [
  'projects',
  uuid7(name),
  {
    name,
    description: null,
    type: 'REAL_ESTATE',
    status: 'FUNDED',
    isVisibleToInvestors: true,
    location: null,
    targetAmount: '1000.00',
    raisedAmount: '0.00',
    actualTotalInvested: '0.00',
    currency: 'USD',
    expectedIRR: null,
    actualIRR: null,
    duration: null,
    paymentInstallment: '6_MONTHS',
    ...overrides,
  },
]

export const investor = (firstName: string, overrides: Values = {}): [string, string, Values] => [
  'investors',
  uuid7(firstName),
  {
    userId: null,
    firstName,
    lastName: null,
    email: `${firstName.toLowerCase()}@demo.test`,
    phone: null,
    address: null,
    referralId: null,
    kycStatus: 'PENDING',
    totalInvested: '0.00',
    ...overrides,
  },
]

export const investment = (
  name: string,
  projectId: string,
  investorId: string,
  amount: string,
  overrides: Values = {},
): [string, string, Values] => [
  'investments',
  uuid7(name),
  {
    projectId,
    investorId,
    amount,
    currency: 'USD',
    status: 'COMMITTED',
    investmentDate: '2026-01-31',
    redemptionDate: '2026-07-31',
    exitedFromStart: false,
    nothingMoreDue: false,
    ...overrides,
  },
]
