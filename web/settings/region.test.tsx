import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { dateFormats } from '#schema/kernel/enumerations.ts'
import { languageStorageKey, languages } from '#schema/app/languages.ts'
import { preferencesIdOf } from '#schema/entities/user-preferences/entity.ts'
import { chooseLanguage, speakLanguage } from '#web/i18n/i18n.ts'
import { chooseOption } from '#web/test/choose-option.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore, type TestStore } from '#web/test/test-store.ts'
import { deviceTimeZone, today } from '#web/ui/format/dates/date-format.ts'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { useExchange } from '#web/records/figures/use-exchange.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { Region } from './region.tsx'

function Probe() {
  const dates = useDates()
  return <p>{`On ${dates.date('2025-07-04')}, today ${useToday()}, in ${useExchange().currency}`}</p>
}

async function setup(before?: TestStore) {
  const store = before ?? (await openTestStore())
  await render(
    store,
    <>
      <Region />
      <Probe />
    </>,
  )
  return store
}
const field = (name: string) => page.getByRole('combobox', { name })

test('offline the first choice creates the preferences; other settings follow each device', async () => {
  const store = await setup()
  store.setStatus({ connection: 'offline' })
  await expect.element(field('Time zone')).toHaveValue(`Same as this device: ${deviceTimeZone().replaceAll('_', ' ')}`)
  await expect.element(page.getByText(`On Jul 4, 2025, today ${today()}, in USD`)).toBeVisible()
  await field('Date format').click()
  await expect.poll(() => page.getByRole('option').elements().length).toBe(dateFormats.length + 1)
  await page.getByRole('option', { name: /^DD\.MM\.YYYY/ }).click()
  await expect.element(page.getByText(/^On 4 Jul 2025/)).toBeVisible()
  await expect.element(page.getByText('Saved on this device, not sent yet.')).toBeVisible()
  const none = { timeZone: null, dateFormat: null, defaultCurrency: null, language: null }
  const row = { entity: 'userPreferences', id: preferencesIdOf(store.identity.id) }
  expect(store.outbox().map(({ ops }) => ops)).toMatchObject([
    [
      { ...row, op: 'create', fields: { userId: store.identity.id, ...none } },
      { ...row, op: 'update', fields: { dateFormat: 'DD.MM.YYYY' }, base: { dateFormat: null } },
    ],
  ])
})

test('a later choice updates the preferences: the zone decides the day, the currency is that of totals', async () => {
  const before = await openTestStore()
  before.put('userPreferences', { userId: before.identity.id, timeZone: 'UTC', dateFormat: 'YYYY-MM-DD' })
  const store = await setup(before)
  await chooseOption(field('Display currency'), 'TRY – Turkish Lira')
  await expect.element(page.getByText(/^On 2025-07-04, .*, in TRY$/)).toBeVisible()
  for (const [typed, chosen] of [
    ['kiritimati', 'Pacific/Kiritimati'],
    ['pago', 'Pacific/Pago_Pago'],
  ] as const) {
    await field('Time zone').fill(typed)
    await page.getByRole('option', { name: chosen.replace('_', ' ') }).click()
    await expect.element(page.getByText(new RegExp(`today ${today(chosen)}`))).toBeVisible()
  }
  expect(today('Pacific/Kiritimati')).not.toBe(today('Pacific/Pago_Pago'))
  await expect.poll(() => store.outbox().map(({ ops }) => ops[0]!.op)).toEqual(['update', 'update', 'update'])
})

test('a time zone that is not offered still applies and is shown by its name', async () => {
  const own = Intl.DateTimeFormat().resolvedOptions()
  const spy = vi
    .spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    .mockReturnValue({ ...own, timeZone: 'Etc/GMT-14' })
  onTestFinished(() => spy.mockRestore())
  const store = await setup()
  await expect.element(field('Time zone')).toHaveValue('Same as this device: Etc/GMT-14')
  await chooseOption(field('Display currency'), 'TRY – Turkish Lira')
  await expect.element(page.getByText(new RegExp(`today ${today('Pacific/Kiritimati')}, in TRY`))).toBeVisible()
  await expect.element(field('Time zone')).toHaveValue('Same as this device: Etc/GMT-14')
  expect(store.outbox().map(({ ops }) => ops)).toMatchObject([[{}, { fields: { defaultCurrency: 'TRY' } }]])
})

test('a time zone has a translated name and is also found by its identifier', async () => {
  onTestFinished(async () => {
    await chooseLanguage('en')
    localStorage.removeItem(languageStorageKey)
  })
  await chooseLanguage('ar')
  await setup()
  await page.getByRole('combobox').first().fill('istanbul')
  const turkey = page.getByRole('option', { name: 'توقيت تركيا', exact: true })
  await expect.element(turkey).toBeVisible()
  await page.getByRole('combobox').first().fill('تركيا')
  await expect.element(turkey).toBeVisible()
  await page.getByRole('combobox').first().fill('utc')
  await expect.element(page.getByRole('option', { name: 'UTC', exact: true })).toBeVisible()
  await page.getByRole('combobox').first().fill('asmara')
  await expect.element(page.getByRole('option', { name: 'توقيت إريتريا – Africa/Asmara' })).toBeVisible()
})

test('a person with a chosen time zone can return to the zone of each device', async () => {
  const before = await openTestStore()
  before.put('userPreferences', { userId: before.identity.id, timeZone: 'Pacific/Kiritimati' })
  const store = await setup(before)
  await field('Time zone').fill('this device')
  await page.getByRole('option', { name: /^Same as this device/ }).click()
  await expect.element(page.getByText(new RegExp(`today ${today()}`))).toBeVisible()
  await expect
    .poll(() => store.outbox()[0]?.ops)
    .toMatchObject([{ fields: { timeZone: null }, base: { timeZone: 'Pacific/Kiritimati' } }])
})

test('with quiet hours, the zone of this device is stored, because the server knows none', async () => {
  const before = await openTestStore()
  const quiet = { quietFrom: '22:00', quietUntil: '07:00' }
  before.put('userPreferences', { userId: before.identity.id, timeZone: 'Pacific/Kiritimati', ...quiet })
  const store = await setup(before)
  await field('Time zone').fill('this device')
  await page.getByRole('option', { name: /^Same as this device/ }).click()
  await expect.poll(() => store.outbox()[0]?.ops).toMatchObject([{ fields: { timeZone: deviceTimeZone() } }])
})

test('a choice made on another device appears here immediately', async () => {
  const store = await setup()
  await expect.element(field('Display currency')).toHaveValue('USD – US Dollar')
  store.put('userPreferences', {
    userId: store.identity.id,
    timeZone: 'Pacific/Kiritimati',
    dateFormat: 'YYYY-MM-DD',
    defaultCurrency: 'AED',
  })
  await expect.element(field('Display currency')).toHaveValue('AED – United Arab Emirates Dirham')
  await expect.element(field('Time zone')).toHaveValue('Pacific/Kiritimati')
  await expect.element(field('Date format')).toHaveValue(`YYYY-MM-DD (${today('Pacific/Kiritimati')})`)
})

test('the preview shows dates and amounts as chosen before saving, and reverts when saving fails', async () => {
  const store = await setup()
  const preview = page.getByRole('region', { name: 'Preview' })
  const shown = () =>
    preview
      .getByRole('definition')
      .elements()
      .map(({ textContent }) => textContent)
  const lastYear = new Date().getUTCFullYear() - 1
  const saving = Promise.withResolvers<never>()
  vi.spyOn(store, 'commit').mockReturnValue(saving.promise)
  const before = shown()
  expect([before[0], before[1], before[3]]).toEqual([`Dec 31, ${lastYear}`, `12/31/${lastYear}`, '$1,234,567.89'])
  await field('Date format').click()
  await page.getByRole('option', { name: /^DD\.MM\.YYYY/ }).click()
  await expect.poll(() => shown().slice(0, 2)).toEqual([`31 Dec ${lastYear}`, `31.12.${lastYear}`])
  expect(shown()[2]).toMatch(new RegExp(`^31 Dec ${lastYear}, \\d+:45`))
  await field('Time zone').fill('kiritimati')
  await page.getByRole('option', { name: 'Pacific/Kiritimati' }).click()
  await expect.poll(() => shown()[0]).toBe(`Jan 1, ${lastYear + 1}`)
  await chooseOption(field('Display currency'), 'TRY – Turkish Lira')
  await expect.poll(() => shown()[3]).toBe('₺1,234,567.89')
  await expect.element(page.getByText(/^On Jul 4, 2025, .*, in USD$/)).toBeVisible()
  saving.reject(new Error('full'))
  await expect.poll(shown).toEqual(before)
})

const isolatedWords = (...words: readonly string[]) =>
  `\u2066${words.map((word) => `\u200e${word}\u200e`).join('/')}\u2069`

test.each([
  ['en', 'Same as the language (MM/DD/YYYY)'],
  ['fr', 'Selon la langue (JJ/MM/AAAA)'],
  ['tr', 'Dile göre (GG.AA.YYYY)'],
  ['ar', `بحسب اللغة (${isolatedWords('يوم', 'شهر', 'سنة')})`],
  ['hi', `भाषा के अनुसार (${isolatedWords('दिन', 'माह', 'वर्ष')})`],
])('in %s, without a choice, dates in fields follow the language', async (code, shown) => {
  onTestFinished(() => speakLanguage(languages[0]))
  await speakLanguage(languages.find((each) => each.code === code)!)
  await setup()
  await expect.element(page.getByRole('combobox').nth(1)).toHaveValue(shown)
})

test('a choice that could not be stored is reported, and the earlier one stays', async () => {
  const store = await setup()
  vi.spyOn(store, 'commit').mockRejectedValue(new Error('full'))
  await chooseOption(field('Display currency'), 'TRY – Turkish Lira')
  await expect.element(page.getByText('Failed to save preferences')).toBeVisible()
  await expect.element(field('Display currency')).toHaveValue('USD – US Dollar')
  expect(page.getByText('Saved on this device, not sent yet.').elements()).toEqual([])
})
