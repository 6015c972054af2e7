import { expect, test } from 'vitest'
import { startI18n } from '#web/i18n/i18n.ts'
import { speak } from '#web/test/speak.ts'
import { axisMoney, moneyToBillions, moneyToMillions, shortMoney, signedMoney, wholeMoney } from './money-format.ts'

await startI18n()

test('the dashboard shows K, M and B with one decimal, and whole amounts below a thousand', () => {
  expect(
    ['999', '1000.00', '1250000.00', '2500000000.00', '999950.00', '999.50', '0.00'].map((each) =>
      moneyToBillions(each, 'USD'),
    ),
  ).toEqual(['$999', '$1.0K', '$1.3M', '$2.5B', '$1.0M', '$1.0K', '$0'])
})

test('the projects table uses only K and M', () => {
  expect(
    ['2500000000.00', '999950.00', '-1234567.00', '-1250000.00'].map((each) => moneyToMillions(each, 'USD')),
  ).toEqual(['$2500.0M', '$1.0M', '-$1.2M', '-$1.3M'])
})

test('elsewhere K has no trailing zero', () => {
  expect(['1000.00', '1500.00', '1000000.00', '999949.99'].map((each) => shortMoney(each, 'USD'))).toEqual([
    '$1K',
    '$1.5K',
    '$1.0M',
    '$999.9K',
  ])
})

test('an axis shows as many decimals as its steps need', () => {
  const labels = [
    ['6425000.00', 25_000],
    ['6500000.00', 500_000],
    ['950000.00', 50_000],
    ['1000.00', 250],
    ['0.00', 50],
  ] as const
  expect(labels.map(([amount, step]) => axisMoney(amount, 'USD', step))).toEqual([
    '$6.425M',
    '$6.5M',
    '$950K',
    '$1.00K',
    '$0',
  ])
})

test('a change has its sign', () => {
  expect(['30000.00', '0.00', '-1.50'].map((each) => signedMoney(each, 'USD'))).toEqual([
    '+$30,000.00',
    '$0.00',
    '-$1.50',
  ])
})

test('an amount of fifteen digits is shown exactly', () => {
  expect(wholeMoney('9999999999999.49', 'USD')).toBe('$9,999,999,999,999')
  expect(wholeMoney('9999999999998.50', 'USD')).toBe('$9,999,999,999,999')
  expect(wholeMoney('1234.00', 'AED')).toBe('AED\u00a01,234')
})

test('the unit is localized and placed between the digits and the currency', async () => {
  await speak('fr', { units: { thousand: ' k', million: ' M', billion: ' Md' } })
  expect(['-1250000.00', '2500000000.00', '1500.00', '12.00'].map((each) => moneyToBillions(each, 'USD'))).toEqual([
    '-1,3 M\u00a0$',
    '2,5 Md\u00a0$',
    '1,5 k\u00a0$',
    '12\u00a0$',
  ])
})
