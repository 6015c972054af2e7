import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { InvestorsScreen } from '#web/entities/investors/investors-screen.tsx'
import { ProjectsScreen } from '#web/entities/projects/projects-screen.tsx'

const dialog = page.getByRole('dialog')
const field = (label: string) => dialog.getByLabelText(label, { exact: true }).first()
const question = dialog.getByText(/^There is already an? .* with a similar name/)

test('a new investor with a similar name is saved after the form has asked, even offline', async () => {
  const store = await openTestStore()
  store.put('investors', { firstName: 'Muhammad', lastName: 'Krishnan', email: 'm.k@example.com' })
  await renderScreen(store, InvestorsScreen, { dialog: 'create' })
  store.setStatus({ connection: 'offline' })
  await field('First name').fill('Mohammed')
  await field('Last name').fill('Krishnen')
  await expect.element(question).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Open Muhammad Krishnan' })).toBeVisible()
  await field('Last name').fill('Kaya')
  await expect.element(question).not.toBeInTheDocument()
  await field('Last name').fill('Krishnen')
  await expect.element(question).toBeVisible()
  await field('Email').fill('mohammed@example.com')
  await dialog.getByRole('button', { name: 'Add investor' }).click()
  await expect.element(page.getByText('Investor added')).toBeVisible()
  expect([...store.table('investors').all()]).toHaveLength(2)
})

test('a new project with a similar name offers to open the existing one', async () => {
  const store = await openTestStore()
  store.put('projects', { name: 'Nilgiri Software', type: 'COMMERCIAL' })
  await renderScreen(store, ProjectsScreen, { dialog: 'create' })
  await field('Name').fill('Nilgri Software')
  await expect.element(question).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Open Nilgiri Software' })).toBeVisible()
})

test('the form for an existing investor does not ask', async () => {
  const store = await openTestStore()
  const { id } = store.put('investors', { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' })
  await renderScreen(store, InvestorsScreen, { dialog: 'edit', record: id })
  await expect.element(field('First name')).toHaveValue('Ada')
  expect(question.elements()).toEqual([])
})
