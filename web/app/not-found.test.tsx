import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '#web/test/draw.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { NotFound } from './not-found.tsx'

test('where nobody is signed in the notice is the main part of the page, and leads to no dashboard', async () => {
  await draw(await openTestStore(), <NotFound alone />)
  await expect
    .element(page.getByRole('main').getByRole('heading', { level: 1 }))
    .toHaveTextContent('404 Page Not Found')
  expect(page.getByRole('link').elements()).toEqual([])
})

test('inside the shell the notice is a part of its main content, and leads to the dashboard', async () => {
  await draw(await openTestStore(), <NotFound />)
  await expect.element(page.getByRole('link', { name: 'Back to the dashboard' })).toHaveAttribute('href', '/')
  expect(page.getByRole('main').elements()).toEqual([])
})
