import { expect, test } from 'vitest'
import type { Row } from '#schema/registry.ts'
import { startI18n } from '#web/i18n/i18n.ts'
import { investmentText } from './investment-text.ts'

await startI18n()

const textOf = (values: Partial<Row<'investments'>>) =>
  investmentText()({ amount: '1250000.00', currency: 'USD', status: 'COMMITTED', ...values } as Row<'investments'>)

test('an investment is found by its amount as it is stored and as it is shown', () => {
  expect(textOf({})).toBe('1250000.00 $1,250,000 Committed COMMITTED')
})

test('“funded” finds active investments, and “active” funded ones', () => {
  expect(textOf({ status: 'ACTIVE' })).toBe(textOf({ status: 'FUNDED' }))
  expect(textOf({ status: 'ACTIVE' })).toContain('Funded FUNDED Active ACTIVE')
})

test('is the same function as long as the language stays', () => {
  expect(investmentText()).toBe(investmentText())
})
