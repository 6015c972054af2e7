import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '#web/test/draw.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { ReferenceSelect } from './reference-select.tsx'

function Probe({ chosen }: { readonly chosen: string }) {
  const [value, setValue] = useState<string | null>(chosen)
  return <ReferenceSelect entity="projects" label="Project" value={value} onChange={setValue} />
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
