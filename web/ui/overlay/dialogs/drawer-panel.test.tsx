import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { Drawer } from './drawer.tsx'

const onClose = vi.fn<() => void>()
const edges = (name: string) => {
  const { left: start, right: end } = page.getByRole('dialog', { name }).element().getBoundingClientRect()
  return { start, end }
}

test('a drawer with a title is on its side of the page, has a close button and closes on Escape', async () => {
  await render(
    await openTestStore(),
    <Drawer opened side="end" title="Sync centre" size={400} onClose={onClose}>
      Changes
    </Drawer>,
  )
  const drawer = page.getByRole('dialog', { name: 'Sync centre' })
  await expect.element(drawer.getByText('Changes')).toBeVisible()
  await expect.poll(() => edges('Sync centre')).toEqual({ start: 880, end: 1280 })
  await drawer.getByRole('button', { name: 'Close' }).click()
  expect(onClose).toHaveBeenCalledTimes(1)
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(2)
})

test('a drawer without a title has an accessible name and no close button of its own', async () => {
  await render(
    await openTestStore(),
    <Drawer opened side="start" name="Main menu" size={300} onClose={onClose}>
      Menu
    </Drawer>,
  )
  const drawer = page.getByRole('dialog', { name: 'Main menu' })
  await expect.element(drawer.getByText('Menu')).toBeVisible()
  await expect.poll(() => edges('Main menu')).toEqual({ start: 0, end: 300 })
  expect(drawer.getByRole('button').elements()).toEqual([])
})
