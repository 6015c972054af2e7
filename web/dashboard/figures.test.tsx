import { expect, test } from 'vitest'
import { aumOf, averageIrrOf, countActive } from './figures.ts'

const investment = (amount: string, status: 'COMMITTED' | 'FUNDED' | 'ACTIVE' | 'EXITED', currency = 'USD') => ({
  amount,
  status,
  currency,
})

test('AUM adds what is active and committed and leaves out what exited and other currencies', () => {
  expect(
    aumOf([
      investment('300000.00', 'COMMITTED'),
      investment('500000.00', 'FUNDED'),
      investment('250000.00', 'ACTIVE'),
      investment('150000.00', 'EXITED'),
      investment('999.00', 'ACTIVE', 'AED'),
    ]),
  ).toEqual({ active: '750000.00', committed: '300000.00', exited: '150000.00', total: '1050000.00' })
})

test('the average IRR is the simple mean of actual, else expected, without exited projects and blanks', () => {
  const project = (actualIRR: string | null, expectedIRR: string | null, status: 'FUNDED' | 'EXITED' = 'FUNDED') => ({
    actualIRR,
    expectedIRR,
    status,
  })
  const projects = [
    project('10.00', '99.00'),
    project(null, '20.00'),
    project(null, '8.00'),
    project(null, null),
    project('50.00', null, 'EXITED'),
  ]
  expect(averageIrrOf(projects)).toBe('12.67')
  expect(countActive(projects)).toBe(4)
  expect(averageIrrOf([])).toBeNull()
})
