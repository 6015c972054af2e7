import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '#web/test/draw.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { useState } from 'react'
import { Page } from './page.tsx'

function Probe() {
  const [title, setTitle] = useState('Projects')
  return (
    <Page
      title={title}
      subtitle="Of the firm"
      actions={
        <button type="button" onClick={() => setTitle('Investors')}>
          Go on
        </button>
      }
    >
      List
    </Page>
  )
}

test('the window is named after the screen and the product, and follows the screen', async () => {
  await draw(await openTestStore(), <Probe />)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Projects')
  await expect.element(page.getByText('Of the firm')).toBeVisible()
  expect(document.title).toBe('Projects · Holdfast')
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect.poll(() => document.title).toBe('Investors · Holdfast')
})
