import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { RoiCard } from '#web/entities/projects/roi-card.tsx'
import { chooseOption } from '#web/test/choose-option.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { CreateRecord } from './create-record.tsx'
import { formOf } from './form-of.ts'

const form = formOf('projects', [
  'name',
  'type',
  'targetAmount',
  'expectedIRR',
  'paymentInstallment',
  'location',
  { field: 'currency', isAdvanced: true },
  { field: 'duration', isAdvanced: true },
])
const advanced = page.getByRole('button', { name: 'Advanced' })
const card = page.getByRole('region', { name: 'ROI calculator' })
const amount = page.getByLabelText('Target amount')

async function setup() {
  const store = await openTestStore()
  await render(store, <CreateRecord form={form} aside={RoiCard} onDone={() => {}} />)
  await amount.fill('1000000')
  await page.getByLabelText('Expected IRR').fill('12')
  await expect.element(card).toBeVisible()
  return store
}

test('advanced fields are collapsed, and the currency sign follows the currency', async () => {
  const store = await setup()
  await page.getByLabelText('Name').fill('Quay')
  expect(page.getByLabelText('Currency').elements()).toEqual([])
  await expect.element(advanced).toHaveAttribute('aria-expanded', 'false')
  await advanced.click()
  await chooseOption(page.getByRole('combobox', { name: 'Currency' }), 'AED')
  await expect.element(card.getByText('AED', { exact: false }).first()).toBeVisible()
  expect(amount.element().parentElement!.textContent).toContain('AED')
  await advanced.click()
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect.poll(() => [...store.table('projects').all()]).toMatchObject([{ currency: 'AED' }])
})

test('an advanced field with an error is shown', async () => {
  await setup()
  await page.getByLabelText('Name').fill('Quay')
  await advanced.click()
  await page.getByLabelText('Duration').fill('long')
  await advanced.click()
  expect(page.getByLabelText('Duration').elements()).toEqual([])
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect.element(page.getByLabelText('Duration')).toHaveFocus()
})

test('on a wide screen the aside is beside the fields', async () => {
  await setup()
  const [asideRect, fields] = [card, amount].map((each) => each.element().getBoundingClientRect())
  expect(asideRect!.left).toBeGreaterThan(fields!.right)
})

test('on a narrow screen the aside is below the last of its fields', async () => {
  await setup()
  await page.viewport(600, 900)
  const fieldAbove = page.getByRole('combobox', { name: 'Payment term' })
  const fieldBelow = page.getByLabelText('Location')
  const topOf = (element: typeof card) => element.element().getBoundingClientRect().top
  await expect.poll(() => topOf(card) > topOf(fieldAbove)).toBe(true)
  expect(topOf(card)).toBeLessThan(topOf(fieldBelow))
})

test('a conditional field is sent only while it is shown', async () => {
  const store = await openTestStore()
  const quay = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const notes = { field: 'notes', when: (values: { [field: string]: unknown }) => values['nav'] !== '5' } as const
  const valuation = formOf('valuations', ['nav', 'valuationDate', notes])
  await render(store, <CreateRecord form={valuation} fixedValues={{ projectId: quay.id }} onDone={() => {}} />)
  await page.getByLabelText('Notes').fill('Draft')
  await page.getByLabelText('Net asset value (NAV)').fill('5')
  await expect.element(page.getByLabelText('Notes')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Add valuation' }).click()
  await expect.poll(() => store.outbox()[0]?.ops).toMatchObject([{ fields: { nav: '5.00', notes: null } }])
})
