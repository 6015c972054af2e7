import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
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

test('only the chosen record is checked in the list', async () => {
  const store = await openTestStore()
  const [mole] = ['Mole', 'Pier', 'Quay'].map((name) => store.put('projects', { name, type: 'COMMERCIAL' }).id)
  await render(store, <Probe chosen={mole!} />)
  const highlighted = () =>
    page
      .getByRole('option')
      .elements()
      .filter((option) => option.querySelector('svg'))
      .map((option) => option.textContent)
  await page.getByRole('combobox', { name: 'Project' }).click()
  await expect.poll(highlighted).toEqual(['Mole'])
  await page.getByRole('option', { name: 'Quay' }).click()
  await page.getByRole('combobox', { name: 'Project' }).click()
  await expect.poll(highlighted).toEqual(['Quay'])
})

test('clearing the text clears an optional field; a required one restores its record', async () => {
  const store = await openTestStore()
  const { id } = store.put('projects', { name: 'Mole', type: 'COMMERCIAL' })
  const field = page.getByRole('combobox', { name: 'Project' })
  const optional = await render(store, <Probe chosen={id} clearable />)
  await field.fill('')
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByText('nobody')).toBeVisible()
  await expect.element(field).toHaveValue('')
  await optional.unmount()
  await render(store, <Probe chosen={id} />)
  await field.fill('')
  await userEvent.keyboard('{Tab}')
  await expect.element(field).toHaveValue('Mole')
  await expect.element(page.getByText(id)).toBeVisible()
})

function InForm({ onSubmit }: { readonly onSubmit: () => void }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Probe chosen="" />
    </form>
  )
}

async function setupForm() {
  const store = await openTestStore()
  const ids = ['Mole', 'Pier', 'Pier Head'].map((name) => store.put('projects', { name, type: 'COMMERCIAL' }).id)
  const onSubmit = vi.fn<() => void>()
  await render(store, <InForm onSubmit={onSubmit} />)
  return { ids, onSubmit, chosen: page.getByRole('status') }
}

const field = page.getByRole('combobox', { name: 'Project' })

async function search(text: string) {
  await field.click()
  await userEvent.keyboard(text)
  await expect.poll(() => page.getByRole('option').elements().length).toBe(2)
}

test('Enter selects the first match and never submits the form', async () => {
  const { ids, onSubmit, chosen } = await setupForm()
  await search('pier')
  await userEvent.keyboard('{Enter}')
  await expect.element(chosen).toHaveTextContent(ids[1]!)
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  await field.fill('no such project')
  await expect.element(page.getByText('No results')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect(onSubmit).not.toHaveBeenCalled()
  await expect.element(chosen).toHaveTextContent(ids[1]!)
})

test('Enter selects the highlighted option, even on a busy device', async () => {
  const { ids, onSubmit, chosen } = await setupForm()
  const delayed: (() => void)[] = []
  const originalSetTimeout = window.setTimeout.bind(window)
  const timers = vi
    .spyOn(window, 'setTimeout')
    .mockImplementation(((run: () => void, ms?: number) =>
      ms === 0 ? delayed.push(run) : originalSetTimeout(run, ms)) as typeof setTimeout)
  await search('pier')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  const highlighted = () => document.querySelector('[data-combobox-selected]')?.textContent
  await expect.poll(highlighted).toBe('Pier Head')
  timers.mockRestore()
  delayed.forEach((run) => run())
  await userEvent.keyboard('{Enter}')
  await expect.element(chosen).toHaveTextContent(ids[2]!)
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a misspelt name offers what may have been meant, below the matches', async () => {
  const { ids, chosen } = await setupForm()
  await field.click()
  await userEvent.keyboard('pierr')
  const meant = page.getByRole('group', { name: 'Did you mean' })
  await expect.element(meant.getByRole('option', { name: 'Pier', exact: true })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(chosen).toHaveTextContent(ids[1]!)
  await expect.element(field).toHaveValue('Pier')
})
