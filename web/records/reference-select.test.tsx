import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw } from '#web/test/draw.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { ReferenceSelect } from './reference-select.tsx'

function Probe({ chosen, clearable = false }: { readonly chosen: string; readonly clearable?: boolean }) {
  const [value, setValue] = useState<string | null>(chosen)
  return (
    <>
      <ReferenceSelect entity="projects" label="Project" value={value} onChange={setValue} clearable={clearable} />
      <output>{value ?? 'nobody'}</output>
    </>
  )
}

test('the list marks the record that is chosen, and no other', async () => {
  const store = await openTestStore()
  const [mole] = ['Mole', 'Pier', 'Quay'].map((name) => store.put('projects', { name, type: 'COMMERCIAL' }).id)
  await draw(store, <Probe chosen={mole!} />)
  const marked = () =>
    page
      .getByRole('option')
      .elements()
      .filter((option) => option.querySelector('svg'))
      .map((option) => option.textContent)
  await page.getByRole('combobox', { name: 'Project' }).click()
  await expect.poll(marked).toEqual(['Mole'])
  await page.getByRole('option', { name: 'Quay' }).click()
  await page.getByRole('combobox', { name: 'Project' }).click()
  await expect.poll(marked).toEqual(['Quay'])
})

test('deleting the text empties an optional field; a required one gets its record back', async () => {
  const store = await openTestStore()
  const { id } = store.put('projects', { name: 'Mole', type: 'COMMERCIAL' })
  const field = page.getByRole('combobox', { name: 'Project' })
  const optional = await draw(store, <Probe chosen={id} clearable />)
  await field.fill('')
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByText('nobody')).toBeVisible()
  await expect.element(field).toHaveValue('')
  await optional.unmount()
  await draw(store, <Probe chosen={id} />)
  await field.fill('')
  await userEvent.keyboard('{Tab}')
  await expect.element(field).toHaveValue('Mole')
  await expect.element(page.getByText(id)).toBeVisible()
})
