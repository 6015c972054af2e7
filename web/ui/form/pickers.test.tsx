// What hands on a keyboard rely on in the fields that open something: a calendar and a list of choices.
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, noShield } from '#web/test/draw.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { ChoiceSelect } from './choice-select.tsx'
import { DateInput } from './date-input.tsx'

const dialog = page.getByRole('dialog', { name: 'Edit' })
const date = page.getByRole('textbox', { name: 'Date' })
const calendar = page.getByRole('button', { name: 'Choose a date' })
const day = (name: string) => page.getByRole('button', { name })
const choice = page.getByRole('combobox', { name: 'Status' })

const statuses = ['DRAFT', 'FUNDED', 'EXITED'] as const

function Probe() {
  const [opened, setOpened] = useState(true)
  const [value, setValue] = useState('2025-07-04')
  const [status, setStatus] = useState<string>('DRAFT')
  return (
    <Dialog opened={opened} title="Edit" onClose={() => setOpened(false)}>
      <DateInput label="Date" value={value} onChange={setValue} />
      <ChoiceSelect
        label="Status"
        value={status}
        onChange={(to) => setStatus(to ?? '')}
        options={statuses}
        labelOf={(option) => option.toLowerCase()}
      />
      <code>{`${value} ${status}`}</code>
    </Dialog>
  )
}

async function setup() {
  await draw(await openTestStore(), <Probe />)
  await expect.element(date).toHaveValue('07/04/2025')
}

test('a date is picked with the keyboard alone, and the focus returns to the button of the calendar', async () => {
  await setup()
  ;(calendar.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(day('July 4, 2025')).toBeVisible()
  ;(day('July 4, 2025').element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  await expect.element(day('July 12, 2025')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(date).toHaveValue('07/12/2025')
  await expect.element(day('July 12, 2025')).not.toBeInTheDocument()
  noShield()
  await expect.element(calendar).toHaveFocus()
})

test('Escape closes the calendar first and the dialog only with the next press', async () => {
  await setup()
  await calendar.click()
  await expect.element(day('July 4, 2025')).toBeVisible()
  for (const within of [day('July 4, 2025'), calendar]) {
    if (day('July 4, 2025').elements().length === 0) await calendar.click()
    await expect.element(day('July 4, 2025')).toBeVisible()
    ;(within.element() as HTMLElement).focus()
    await userEvent.keyboard('{Escape}')
    await expect.element(day('July 4, 2025')).not.toBeInTheDocument()
    await expect.element(dialog).toBeVisible()
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a text that is no date opens the calendar at no day, and a day that is picked replaces it', async () => {
  await setup()
  await date.fill('30/30/2025')
  await expect.element(page.getByText('30/30/2025 DRAFT')).toBeVisible()
  await calendar.click()
  await expect.poll(() => page.getByRole('button', { name: / 15, \d{4}$/ }).elements().length).toBe(1)
  expect(document.querySelectorAll('[data-selected]')).toHaveLength(0)
  await page.getByRole('button', { name: / 15, \d{4}$/ }).click()
  await expect.poll(() => (date.element() as HTMLInputElement).value).toMatch(/^\d\d\/15\/\d{4}$/)
})

test('a choice is made with the keyboard alone; Escape leaves the list and the dialog stays', async () => {
  await setup()
  await expect.element(choice).toHaveValue('draft')
  ;(choice.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('option', { name: 'funded' })).toBeVisible()
  expect(
    page
      .getByRole('option')
      .elements()
      .map((each) => each.textContent),
  ).toEqual(['draft', 'funded', 'exited'])
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('option', { name: 'funded' })).not.toBeInTheDocument()
  await expect.element(choice).toHaveValue('draft')
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('option', { name: 'funded' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(choice).toHaveValue('funded')
  await expect.element(page.getByText('2025-07-04 FUNDED')).toBeVisible()
})
