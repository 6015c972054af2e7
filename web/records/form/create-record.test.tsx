import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { chooseOption } from '#web/test/choose-option.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { clearToasts } from '#web/ui/overlay/toasts/toasts.tsx'
import { CreateRecord, type CreateRecordProps } from './create-record.tsx'
import { formOf } from './form-of.ts'

const onDone = vi.fn<() => void>()
const field = (label: string) => page.getByLabelText(label, { exact: true }).first()
const combobox = (name: string) => page.getByRole('combobox', { name })
const currencySign = (label: string) =>
  field(label).element().closest('.mantine-InputWrapper-root')?.querySelector('[data-position]')?.textContent

beforeEach(() => {
  vi.resetAllMocks()
  clearToasts()
})

async function setup(form: unknown, props: Pick<CreateRecordProps, 'fixedValues' | 'preset' | 'aside'> = {}) {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', currency: 'AED' })
  const renderForm = (currentProps = props) =>
    render(store, <CreateRecord form={form as CreateRecordProps['form']} {...currentProps} onDone={onDone} />)
  return { store, project, renderForm }
}

const valuations = formOf('valuations', ['nav', 'valuationDate'])
const referrals = formOf('referrals', ['name', 'email', 'isActive'])

test('fixed values are saved without a field and determine the currency', async () => {
  const { store, project, renderForm } = await setup(valuations)
  await renderForm({ fixedValues: { projectId: project.id } })
  expect(currencySign('Net asset value (NAV)')).toBe('AED')
  expect(page.getByLabelText('Project').elements()).toEqual([])
  await field('Net asset value (NAV)').fill('AED 1,200')
  await field('Valuation date').fill('06/30/2025')
  await page.getByRole('button', { name: 'Add valuation' }).click()
  await expect.poll(() => onDone.mock.calls.length).toBe(1)
  expect([...store.table('valuations').all()]).toMatchObject([
    { projectId: project.id, nav: '1200.00', valuationDate: '2025-06-30' },
  ])
})

test('a record with its own currency starts with the default one', async () => {
  const { renderForm } = await setup(formOf('projects', ['name', 'targetAmount']))
  await renderForm()
  expect(currencySign('Target amount')).toBe('$')
})

test('preset values can be changed in the form', async () => {
  const { store, renderForm } = await setup(referrals, { preset: { name: 'Omar', isActive: false } })
  await renderForm()
  await expect.element(field('Name')).toHaveValue('Omar')
  await expect.element(page.getByRole('switch')).not.toBeChecked()
  await field('Name').fill('Omar Berg')
  await page.getByRole('button', { name: 'Add referrer' }).click()
  await expect.element(page.getByText('Referrer added')).toBeVisible()
  expect([...store.table('referrals').all()]).toMatchObject([{ name: 'Omar Berg', email: null, isActive: false }])
  expect(onDone).toHaveBeenCalledOnce()
})

test('the currency follows the chosen project until the person chooses a currency', async () => {
  const { store, renderForm } = await setup(formOf('investments', ['projectId', 'amount', 'currency']))
  store.put('projects', { name: 'Pier', type: 'COMMERCIAL', currency: 'TRY' })
  store.put('projects', { name: 'Mole', type: 'COMMERCIAL', currency: 'USD' })
  const choose = async (label: string, option: string) => {
    await chooseOption(combobox(label), option)
  }
  await renderForm()
  await expect.element(combobox('Currency')).toHaveValue('USD')
  await choose('Project', 'Quay')
  await expect.element(combobox('Currency')).toHaveValue('AED')
  await choose('Project', 'Pier')
  await expect.element(combobox('Currency')).toHaveValue('TRY')
  await choose('Currency', 'AED')
  await choose('Project', 'Mole')
  await expect.element(combobox('Currency')).toHaveValue('AED')
})

test('the form starts with the currency of a preset project', async () => {
  const { renderForm, project } = await setup(formOf('investments', ['projectId', 'amount', 'currency']))
  await renderForm({ preset: { projectId: project.id } })
  await expect.element(combobox('Currency')).toHaveValue('AED')
})

test('the aside follows the typed values in the currency of the form', async () => {
  const { renderForm } = await setup(referrals, {
    aside: ({ values, currency }) => <output>{`${String(values['name'])} ${currency}`}</output>,
  })
  await renderForm()
  await field('Name').fill('Omar')
  await expect.element(page.getByText('Omar USD')).toBeVisible()
})
