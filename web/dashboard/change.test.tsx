import { expect, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { chooseLanguage, startI18n } from '#web/i18n/i18n.ts'
import { leftOf } from '#web/test/left-of.ts'
import { ChangeText } from './change.tsx'

await startI18n()

test.each([
  ['+3', { value: 3, period: 'month' }],
  ['+2.1%', { value: '2.10', period: 'ytd' }],
  ['-2.1%', { value: '-2.10', period: 'quarter' }],
] as const)('in Arabic %s has its sign on the left and precedes the period', async (_, change) => {
  onTestFinished(() => chooseLanguage('en'))
  await chooseLanguage('ar')
  const { container } = await render(
    <p dir="rtl">
      <ChangeText of={change} />
    </p>,
  )
  const [sign, digit, period] = [/[+-]/, /\d/, /هذا|منذ/].map((part) => leftOf(container, part))
  expect(sign).toBeLessThan(digit!)
  expect(period).toBeLessThan(sign!)
})
