import { expect, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { chooseLanguage, startI18n } from '#web/i18n/i18n.ts'
import { leftOf } from '#web/test/left-of.ts'
import { Name } from '#web/ui/format/name.tsx'
import { holdingTitle, titleOf } from './record-title.ts'

await startI18n()

test.each([
  ['هدى', 'برج الميناء'],
  ['Meera', 'Harbor Tower'],
])('in Arabic the currency of an investment of %s stays whole', async (investor, project) => {
  onTestFinished(() => chooseLanguage('en'))
  await chooseLanguage('ar')
  const title = holdingTitle({ investor, project, amount: '425000.00', currency: 'USD' })
  const { container } = await render(<Name>{title}</Name>)
  const lefts = [/425,000/, /\$/, /US/].map((part) => leftOf(container, part))
  expect(lefts).toEqual(lefts.toSorted((one, other) => other - one))
})

test('a device has a name in the reader’s language', async () => {
  onTestFinished(() => chooseLanguage('en'))
  await chooseLanguage('fr')
  const stored = ['Chrome on Linux', 'Safari on iPad', 'Chrome on Android phone', 'Old tablet']
  expect(stored.map((device) => titleOf('sessions', { device }))).toEqual([
    'Chrome sur Linux',
    'Safari sur iPad',
    'Chrome sur téléphone Android',
    'Old tablet',
  ])
})
