import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '#web/test/draw.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { CreateRecord } from './create-record.tsx'
import { type AnyForm, formOf } from './form-of.ts'

type AskedForm = Parameters<typeof CreateRecord>[0]['form']

/** What the input under a label is for a browser and for assistive software. */
function inputOf(label: string) {
  const input = page.getByLabelText(label, { exact: true }).first().element() as HTMLInputElement
  const wrapper = input.closest('.mantine-InputWrapper-root')
  return {
    tag: input.tagName.toLowerCase(),
    type: input.type,
    required: input.required || input.getAttribute('aria-required') === 'true',
    mode: input.inputMode,
    beside: wrapper?.querySelector('[data-position]')?.textContent ?? '',
    value: input.value,
  }
}

async function draws(form: AnyForm) {
  const store = await openTestStore()
  await draw(store, <CreateRecord form={form as unknown as AskedForm} aside={undefined} onDone={() => {}} />)
  await expect.element(page.getByRole('button').last()).toBeVisible()
}

test('the input of a text, an address and a number to call is that of their kind', async () => {
  await draws(formOf('referrals', ['name', 'email', 'phone', 'notes']) as never)
  expect(inputOf('Name')).toMatchObject({ tag: 'input', type: 'text', required: true })
  expect(inputOf('Email')).toMatchObject({ tag: 'input', type: 'email', required: false })
  expect(inputOf('Phone')).toMatchObject({ tag: 'input', type: 'tel', required: false })
  expect(inputOf('Notes')).toMatchObject({ tag: 'textarea', required: false })
})

test('the form opens with the cursor in its first field, and a hint describes its own', async () => {
  await draws(formOf('referrals', ['name', 'investorId', 'isActive']) as never)
  expect(page.getByLabelText('Name', { exact: true }).element().dataset['autofocus']).toBe('true')
  await expect
    .element(page.getByRole('combobox', { name: 'Investor' }))
    .toHaveAccessibleDescription('If the contact is an investor, too.')
  await expect.element(page.getByRole('switch')).toBeChecked()
})

test('amounts and rates take decimals and show their unit, dates are typed, choices are chosen', async () => {
  await draws(formOf('projects', ['targetAmount', 'expectedIRR', 'duration', 'type']) as never)
  expect(inputOf('Target Amount')).toMatchObject({ type: 'text', mode: 'decimal', beside: '$' })
  expect(inputOf('Expected IRR')).toMatchObject({ type: 'text', mode: 'decimal', beside: '%' })
  expect(inputOf('Duration')).toMatchObject({ type: 'text', mode: 'decimal', beside: '' })
  await expect.element(page.getByRole('combobox', { name: 'Type' })).toHaveValue('Real Estate')
})
