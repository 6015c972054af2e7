import { Button } from '@mantine/core'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { ConfirmDialog } from './dialogs/confirm-dialog.tsx'
import { Drawer } from './dialogs/drawer.tsx'

function Nested() {
  const [centre, setCentre] = useState(true)
  const [isConfirming, setConfirming] = useState(false)
  return (
    <Drawer opened={centre} onClose={() => setCentre(false)} side="end" title="Centre" size={680}>
      <Button onClick={() => setConfirming(true)}>Discard mine</Button>
      <ConfirmDialog
        opened={isConfirming}
        title="Discard this change?"
        confirm="Discard"
        onConfirm={async () => {}}
        onClose={() => setConfirming(false)}
      >
        It cannot be brought back.
      </ConfirmDialog>
    </Drawer>
  )
}

test('Escape closes only the question, not the overlay beneath it, every time', async () => {
  await render(await openTestStore(), <Nested />)
  const centre = page.getByRole('dialog', { name: 'Centre' })
  const question = page.getByRole('dialog', { name: 'Discard this change?' })
  for (const _ of [1, 2]) {
    await page.getByRole('button', { name: 'Discard mine' }).click()
    await expect.element(question).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(centre).toBeVisible()
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(centre).not.toBeInTheDocument()
})
