import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import type { CreatableEntity } from '#web/records/names/entity-texts.ts'
import { textsOf } from '#web/test/texts-of.ts'
import { CreateRecord } from './create-record.tsx'
import { type AnyForm, formOf } from './form-of.ts'

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

async function renderForm(form: AnyForm<CreatableEntity>) {
  const store = await openTestStore()
  await render(store, <CreateRecord form={form} aside={undefined} onDone={() => {}} />)
  await expect.element(page.getByRole('button').last()).toBeVisible()
}

test('text, e-mail and phone fields have inputs of their type', async () => {
  await renderForm(formOf('referrals', ['name', 'email', 'phone', 'notes']))
  expect(inputOf('Name')).toMatchObject({ tag: 'input', type: 'text', required: true })
  expect(inputOf('Email')).toMatchObject({ tag: 'input', type: 'email', required: false })
  expect(inputOf('Phone')).toMatchObject({ tag: 'input', type: 'tel', required: false })
  expect(inputOf('Notes')).toMatchObject({ tag: 'textarea', required: false })
})

test('the first field is focused, and hints describe their fields', async () => {
  await renderForm(formOf('referrals', ['name', 'investorId', 'isActive']))
  expect(page.getByLabelText('Name', { exact: true }).element().dataset['autofocus']).toBe('true')
  await expect
    .element(page.getByRole('combobox', { name: 'Investor' }))
    .toHaveAccessibleDescription('Choose a record if the referrer is also an investor.')
  await expect.element(page.getByRole('switch')).toBeChecked()
})

test('amounts and rates are decimal inputs with a unit, dates text inputs, choices selects', async () => {
  await renderForm(formOf('projects', ['targetAmount', 'expectedIRR', 'duration', 'type']))
  expect(inputOf('Target amount')).toMatchObject({ type: 'text', mode: 'decimal', beside: '$' })
  expect(inputOf('Expected IRR')).toMatchObject({ type: 'text', mode: 'decimal', beside: '%' })
  expect(inputOf('Duration')).toMatchObject({ type: 'text', mode: 'decimal', beside: '' })
  await expect.element(page.getByRole('combobox', { name: 'Type' })).toHaveValue('Real estate')
})

test('a choice offers the options of the form with the labels of its entity', async () => {
  const status = { field: 'status', options: { create: ['GROWTH', 'MATURE'] } } as const
  await renderForm(formOf('projects', ['name', status]))
  await page.getByRole('combobox', { name: 'Status' }).click()
  const options = () => textsOf(page.getByRole('option'))
  await expect.poll(options).toEqual(['Growth', 'Mature'])
})

test('long texts and wide fields take the full width, other fields share it', async () => {
  await renderForm(formOf('projects', [{ field: 'name', isWide: true }, 'location', 'description']))
  const widthOf = (label: string) =>
    page.getByLabelText(label, { exact: true }).first().element().getBoundingClientRect().width
  expect(widthOf('Name')).toBe(widthOf('Description'))
  expect(widthOf('Location')).toBeLessThan(widthOf('Name') * 0.6)
})

test('a URL field has the URL keyboard', async () => {
  await renderForm(formOf('documents', ['name', 'url']))
  expect(inputOf('Web address')).toMatchObject({ tag: 'input', type: 'url', required: false })
})

test('a required reference is marked as required', async () => {
  await renderForm(formOf('investments', ['projectId', 'amount']))
  const project = page
    .getByLabelText(/^Project/)
    .elements()
    .find((each) => each instanceof HTMLInputElement)
  expect(project?.required).toBe(true)
  expect(inputOf('Amount')).toMatchObject({ required: true, beside: '$' })
})

test('a field’s error is below its input and hint and is announced with it', async () => {
  await renderForm(formOf('valuations', ['nav', 'valuationDate']))
  await page.getByRole('button', { name: 'Add valuation' }).click()
  const amount = page.getByLabelText('Net asset value (NAV)', { exact: true }).first()
  await expect.element(amount).toHaveAttribute('aria-invalid', 'true')
  await expect.element(amount).toHaveAccessibleDescription(/This field is required/)
  await expect.element(amount).toHaveAccessibleDescription(/Net asset value of the project/)
  const below = (text: RegExp) => page.getByText(text).first().element().getBoundingClientRect().top
  expect(below(/^Net asset value of the project/)).toBeGreaterThan(amount.element().getBoundingClientRect().top)
  expect(below(/field is required/)).toBeGreaterThan(below(/^Net asset value of the project/))
  await expect.element(amount).toHaveFocus()
})
