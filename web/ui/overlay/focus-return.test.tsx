import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { Dialog } from './dialogs/dialog.tsx'
import { Drawer } from './dialogs/drawer.tsx'
import { MenuButton } from './popovers/menu-button.tsx'

function Overlays() {
  const [shown, setShown] = useState('')
  const close = () => setShown('')
  return (
    <>
      <Button onClick={() => setShown('first')}>Open dialog</Button>
      <Button onClick={() => setShown('drawer')}>Open drawer</Button>
      <MenuButton
        position="bottom-end"
        width={200}
        items={() => <Menu.Item onClick={() => setShown('first')}>Dialog from menu</Menu.Item>}
        target={(props) => <Button {...props}>Open menu</Button>}
      />
      <Dialog opened={shown === 'first'} title="First" onClose={close}>
        <Button onClick={() => setShown('second')}>Go on</Button>
      </Dialog>
      <Dialog opened={shown === 'second'} title="Second" onClose={close}>
        Second
      </Dialog>
      <Drawer opened={shown === 'drawer'} title="Drawer" side="end" size="lg" onClose={close}>
        Drawer
      </Drawer>
    </>
  )
}

const button = (name: string) => page.getByRole('button', { name })
const press = async (name: string) => {
  const element = button(name).element() as HTMLElement
  element.focus()
  await userEvent.keyboard('{Enter}')
}

for (const [opener, role, name] of [
  ['Open dialog', 'dialog', 'First'],
  ['Open drawer', 'dialog', 'Drawer'],
  ['Open menu', 'menu', 'Open menu'],
] as const) {
  test(`${opener}: after Escape the focus returns to the opener, the first and the second time`, async () => {
    await render(await openTestStore(), <Overlays />)
    for (const _ of [1, 2]) {
      await press(opener)
      const overlay = page.getByRole(role, { name })
      await expect.poll(() => overlay.query()?.contains(document.activeElement)).toBe(true)
      await userEvent.keyboard('{Escape}')
      await expect.element(overlay).not.toBeInTheDocument()
      await expect.element(button(opener)).toHaveFocus()
    }
  })
}

test('a dialog that replaces another one returns the focus to the opener of the first', async () => {
  await render(await openTestStore(), <Overlays />)
  await press('Open dialog')
  await button('Go on').click()
  await expect.element(page.getByRole('dialog', { name: 'Second' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Open dialog')).toHaveFocus()
})

test('a dialog opened from a menu returns the focus to the menu button', async () => {
  await render(await openTestStore(), <Overlays />)
  await press('Open menu')
  await page.getByRole('menuitem', { name: 'Dialog from menu' }).click()
  await expect.element(button('Go on')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Open menu')).toHaveFocus()
})
