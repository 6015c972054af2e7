import i18next from 'i18next'
import { expect, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { chooseLanguage, startI18n } from '#web/i18n/i18n.ts'
import { leftOf } from '#web/test/left-of.ts'
import { Rate } from './rate.tsx'

await startI18n()

test.each(['0.094', '-0.094'])('in Arabic the rate %s precedes its period', async (rate) => {
  onTestFinished(() => chooseLanguage('en'))
  await chooseLanguage('ar')
  const { container } = await render(
    <p dir="rtl">
      <Rate of={rate} format={(each) => i18next.t('portal:periodReturn', { rate: each })} />
    </p>,
  )
  const start = rate.startsWith('-') ? /-/ : /\d/
  const lefts = [/خلال/, start, /%/].map((part) => leftOf(container, part))
  expect(lefts).toEqual(lefts.toSorted((one, other) => one - other))
})
