import { expect, test } from 'vitest'
import { startI18n } from '#web/i18n/i18n.ts'
import { speak } from '#web/test/speak.ts'
import { amountText } from './amount-props.ts'
import { exactMoney } from './money-format.ts'

await startI18n()

test('within a text an Arabic amount is isolated, so that lists keep their order', async () => {
  expect(amountText(exactMoney('-12.50', 'USD'))).toBe('-$12.50')
  await speak('ar')
  for (const currency of ['AED', 'USD', 'TRY']) {
    const text = amountText(exactMoney('-12.50', currency))
    expect([text.at(0), text.at(-1)]).toEqual(
      /\u200f|\p{Script=Arabic}/u.test(text) ? ['\u2067', '\u2069'] : [text.at(0), '0'],
    )
  }
})
