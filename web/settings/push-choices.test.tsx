import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { notificationKinds } from '#schema/kernel/enumerations.ts'
import { deviceTimeZone } from '#web/ui/format/dates/date-format.ts'
import { chooseOption } from '#web/test/choose-option.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore, type TestStore } from '#web/test/test-store.ts'
import { PushChoices } from './push-choices.tsx'
import { QuietHours } from './quiet-hours.tsx'

async function setup(fields: object = {}) {
  const store = await openTestStore()
  store.put('userPreferences', { userId: store.identity.id, timeZone: null, ...fields })
  await render(
    store,
    <>
      <PushChoices />
      <QuietHours />
    </>,
  )
  return store
}

const kind = (name: string) => page.getByRole('switch', { name })
const field = (name: string) => page.getByRole('combobox', { name })
const chosen = (store: TestStore) => [...store.table('userPreferences').all()][0]!

async function choose(name: string, time: RegExp | string) {
  await chooseOption(field(name), time)
}

test('all kinds are pushed by default; deselected ones are not', async () => {
  const store = await setup()
  for (const each of kind('').all()) await expect.element(each).toBeChecked()
  await kind('New commission').click()
  await expect.element(kind('New commission')).not.toBeChecked()
  await expect.element(kind('Capital call')).toBeChecked()
  expect(chosen(store).pushKinds).toEqual(notificationKinds.filter((each) => each !== 'COMMISSION_DUE'))
  await kind('New commission').click()
  await expect.poll(() => chosen(store).pushKinds).toBeNull()
})

test('quiet hours have a start and an end in the person’s time zone, and are removed together', async () => {
  const store = await setup()
  await expect.element(field('Quiet hours from')).toHaveValue('Never')
  expect(field('Quiet hours until').elements()).toEqual([])
  await choose('Quiet hours from', /^10:00\sPM$/)
  await expect.element(field('Quiet hours until')).toHaveValue('7:00 AM')
  expect(chosen(store)).toMatchObject({ quietFrom: '22:00', quietUntil: '07:00', timeZone: deviceTimeZone() })
  await choose('Quiet hours until', /^8:30\sAM$/)
  await expect.poll(() => chosen(store)).toMatchObject({ quietFrom: '22:00', quietUntil: '08:30' })
  await choose('Quiet hours from', 'Never')
  await expect.element(field('Quiet hours until')).not.toBeInTheDocument()
  expect(chosen(store)).toMatchObject({ quietFrom: null, quietUntil: null })
})

test('quiet hours set elsewhere are shown, and their zone is kept', async () => {
  const store = await setup({ quietFrom: '13:15', quietUntil: '14:00', timeZone: 'Asia/Dubai' })
  await expect.element(field('Quiet hours from')).toHaveValue('1:15 PM')
  await expect.element(page.getByText('during these hours (Asia/Dubai)', { exact: false })).toBeVisible()
  await field('Quiet hours from').click()
  expect(page.getByRole('option', { name: /^2:00\sPM$/ }).elements()).toEqual([])
  await page.getByRole('option', { name: /^1:00\sPM$/ }).click()
  await expect.poll(() => chosen(store)).toMatchObject({ quietFrom: '13:00', timeZone: 'Asia/Dubai' })
})

test('quiet hours without a zone are shown in UTC, as they apply, until a choice stores the zone of the device', async () => {
  const store = await setup({ quietFrom: '13:15', quietUntil: '14:00' })
  await expect.element(page.getByText('during these hours (UTC)', { exact: false })).toBeVisible()
  await choose('Quiet hours until', /^8:30\sAM$/)
  await expect.poll(() => chosen(store)).toMatchObject({ quietUntil: '08:30', timeZone: deviceTimeZone() })
})

test('kinds without a screen are not offered, and their stored choice is kept', async () => {
  const store = await setup({ pushKinds: ['DOCUMENT_TO_SIGN', 'CAPITAL_CALL'] })
  await expect.element(kind('Capital call')).toBeChecked()
  expect(kind('Document to sign').elements()).toEqual([])
  await kind('Distribution, dividend or interest').click()
  await expect.poll(() => chosen(store).pushKinds).toContain('DOCUMENT_TO_SIGN')
})
