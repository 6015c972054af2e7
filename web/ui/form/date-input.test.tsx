import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { DateFormat } from '#schema/kernel/enumerations.ts'
import { chooseLanguage } from '#web/i18n/i18n.ts'
import { render } from '#web/test/render.tsx'
import { speak } from '#web/test/speak.ts'
import { openTestStore } from '#web/test/test-store.ts'
import { CalendarDay } from '#web/ui/format/dates/calendar-day.tsx'
import { today } from '#web/ui/format/dates/date-format.ts'
import { DateInput } from './date-input.tsx'

const values: string[] = []

function Probe() {
  const [value, setValue] = useState('2025-07-04')
  values.push(value)
  return <DateInput label="Date" value={value} onChange={setValue} />
}

test('a date is shown and typed in the selected format, and is the same date in another format', async () => {
  const store = await openTestStore()
  const row = store.put('userPreferences', { userId: store.identity.id, dateFormat: 'DD.MM.YYYY' })
  const chooseFormat = (dateFormat: DateFormat) => store.update('userPreferences', row, { dateFormat })
  await render(store, <Probe />)
  const input = page.getByRole('textbox', { name: 'Date' })
  await expect.element(input).toHaveValue('04.07.2025')
  await input.fill('5.7.2025')
  await expect.element(input).toHaveValue('5.7.2025')
  expect(values.at(-1)).toBe('2025-07-05')
  await chooseFormat('MM/DD/YYYY')
  await expect.element(input).toHaveValue('07/05/2025')
  await expect.element(input).toHaveAttribute('placeholder', 'MM/DD/YYYY')
  expect(values.at(-1)).toBe('2025-07-05')
  await input.fill('02/30/2025')
  expect(values.at(-1)).toBe('02/30/2025')
  await input.fill('2/20/2025')
  await page.getByRole('button', { name: 'Choose a date' }).click()
  await page.getByRole('button', { name: 'February 15, 2025' }).click()
  await expect.element(input).toHaveValue('02/15/2025')
})

test('an offset from today is shown as a date below the field, and replaces the text on blur', async () => {
  const store = await openTestStore()
  await render(store, <Probe />)
  const input = page.getByRole('textbox', { name: 'Date' })
  await expect.element(page.getByText('Friday, July 4, 2025')).toBeVisible()
  await input.fill('2027-05-21')
  await expect.element(page.getByText('Friday, May 21, 2027')).toBeVisible()
  await expect.element(input).toHaveAccessibleDescription('Friday, May 21, 2027')
  await input.fill('+1y')
  await expect.element(input).toHaveValue('+1y')
  const inAYear = values.at(-1)!
  expect(inAYear).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  await userEvent.keyboard('{Tab}')
  const [year, month, day] = inAYear.split('-')
  await expect.element(input).toHaveValue(`${month}/${day}/${year}`)
  await input.fill('soon')
  await expect.element(input).toHaveAccessibleDescription('')
})

test('both days that a Hindi word can mean are offered, and one is chosen', async () => {
  const store = await openTestStore()
  await render(store, <Probe />)
  onTestFinished(() => chooseLanguage('en'))
  await chooseLanguage('hi')
  const [input, offers] = [page.getByRole('textbox'), page.getByRole('button', { name: /^क्या आपका मतलब/ })]
  await input.fill('कल')
  await expect.poll(() => offers.elements().length).toBe(2)
  expect(values.at(-1)).toBe('कल')
  await offers.last().click()
  expect(values.at(-1)).toBe(new Date(Date.parse(today()) + 86_400_000).toISOString().slice(0, 10))
  await expect.poll(() => offers.elements().length).toBe(0)
})

test('an invalid date gets an error on blur, which disappears once the date is valid', async () => {
  const store = await openTestStore()
  await render(store, <Probe />)
  const input = page.getByRole('textbox', { name: 'Date' })
  await input.fill('02/30/2025')
  await expect.element(input).not.toHaveAttribute('aria-invalid', 'true')
  await userEvent.keyboard('{Tab}')
  await expect.element(input).toHaveAttribute('aria-invalid', 'true')
  await input.fill('31.12.2026')
  await expect.element(input).not.toHaveAttribute('aria-invalid', 'true')
  expect(values.at(-1)).toBe('2026-12-31')
  await userEvent.keyboard('{Tab}')
  await expect.element(input).toHaveValue('12/31/2026')
})

test.each([
  ['en', '07/04/2025', 'Jul 4, 2025', '4 Jul 2025'],
  ['ar', '04/07/2025', '4 يوليو 2025', '4 يوليو 2025', '\u20662025-07-04\u2069'],
  ['fr', '04/07/2025', '4 juil. 2025', '4 juil. 2025'],
  ['hi', '04/07/2025', '4 जुल॰ 2025', '4 जुल॰ 2025'],
  ['tr', '04.07.2025', '4 Tem 2025', '4 Tem 2025'],
])(
  'in %s a field has the order of the language until the person chooses one, and a text the month as a word',
  async (code, typed, text, dayFirst, iso = '2025-07-04') => {
    const store = await openTestStore()
    await render(
      store,
      <>
        <Probe />
        <output>
          <CalendarDay date="2025-07-04" />
        </output>
      </>,
    )
    await speak(code)
    const [field, printed] = [page.getByRole('textbox'), page.getByRole('status')]
    await expect.element(field).toHaveValue(typed)
    await expect.element(printed).toHaveTextContent(text)
    const preferences = store.put('userPreferences', { userId: store.identity.id, dateFormat: 'DD/MM/YYYY' })
    await expect.element(field).toHaveValue('04/07/2025')
    await expect.element(printed).toHaveTextContent(dayFirst)
    await store.update('userPreferences', preferences, { dateFormat: 'MM/DD/YYYY' })
    await expect.element(field).toHaveValue('07/04/2025')
    await expect.element(printed).toHaveTextContent(text)
    await store.update('userPreferences', preferences, { dateFormat: 'YYYY-MM-DD' })
    await expect.element(field).toHaveValue('2025-07-04')
    await expect.element(printed).toHaveTextContent(iso)
  },
)

test('below a field a chosen order with the day first also holds for the date in words', async () => {
  const store = await openTestStore()
  store.put('userPreferences', { userId: store.identity.id, dateFormat: 'DD/MM/YYYY' })
  await render(store, <Probe />)
  await expect.element(page.getByText('Friday, 4 July 2025')).toBeVisible()
})
