import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { useState } from 'react'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { SearchInput } from './search-input.tsx'

const onType = vi.fn<(text: string) => void>()
const input = page.getByRole('searchbox', { name: 'Search' })
const clear = page.getByRole('button', { name: 'Clear search' })
const redraw = page.getByRole('button', { name: 'Redraw' })
const back = page.getByRole('button', { name: 'Back' })

function Probe() {
  const [value, setValue] = useState({ text: '' })
  const [redraws, setRedraws] = useState(0)
  return (
    <>
      <SearchInput hint="Search projects" value={value} onType={onType} />
      <button type="button" onClick={() => setValue({ text: '' })}>
        Back
      </button>
      <button type="button" onClick={() => setRedraws(redraws + 1)}>
        Redraw
      </button>
      <output>{redraws}</output>
    </>
  )
}

beforeEach(() => void vi.resetAllMocks())

test('typed text is reported and can be cleared', async () => {
  await render(await openTestStore(), <Probe />)
  await expect.element(input).toHaveAttribute('placeholder', 'Search projects')
  expect(clear.elements()).toEqual([])
  await input.fill('quay')
  await clear.click()
  await expect.element(input).toHaveValue('')
  await expect.element(input).toHaveFocus()
  expect(onType.mock.calls).toEqual([['quay'], ['']])
  expect(clear.elements()).toEqual([])
})

test('typed text survives a rerender until text is set from outside, even the same text', async () => {
  await render(await openTestStore(), <Probe />)
  await input.fill('quay')
  await redraw.click()
  await expect.element(page.getByRole('status').filter({ hasText: '1' })).toBeVisible()
  await expect.element(input).toHaveValue('quay')
  await back.click()
  await expect.element(input).toHaveValue('')
  expect(onType.mock.calls).toEqual([['quay']])
})
