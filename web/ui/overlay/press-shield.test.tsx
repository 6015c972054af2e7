import { Button, Menu, TextInput } from '@mantine/core'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, noShield } from '#web/test/draw.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { Dialog } from './dialog.tsx'
import { Drawer } from './drawer.tsx'
import { MenuButton } from './menu-button.tsx'

interface OverlaysProps {
  readonly onBeneath: () => void
}

/** A page with one large button and three overlays over it. */
function Overlays({ onBeneath }: OverlaysProps) {
  const [shown, setShown] = useState('')
  const close = () => setShown('')
  return (
    <>
      <button type="button" onClick={onBeneath} style={{ position: 'fixed', inset: 0 }}>
        Beneath
      </button>
      <div style={{ position: 'relative', display: 'inline-flex' }}>
        <Button onClick={() => setShown('dialog')}>Open dialog</Button>
        <Button onClick={() => setShown('drawer')}>Open drawer</Button>
        <MenuButton
          position="bottom-end"
          width={200}
          items={() => (
            <>
              <Menu.Item>Save</Menu.Item>
              <Menu.Item onClick={() => setShown('form')}>Rename</Menu.Item>
            </>
          )}
          target={(props) => <Button {...props}>Open menu</Button>}
        />
      </div>
      <Dialog opened={shown === 'dialog'} title="Dialog" onClose={close}>
        <Button onClick={close}>Save</Button>
      </Dialog>
      <Dialog opened={shown === 'form'} title="Form" onClose={close}>
        <TextInput label="Name" data-autofocus />
      </Dialog>
      <Drawer opened={shown === 'drawer'} title="Drawer" side="end" size="lg" onClose={close}>
        <Button onClick={close}>Save</Button>
      </Drawer>
    </>
  )
}

async function setup() {
  const onBeneath = vi.fn<() => void>()
  await draw(await openTestStore(), <Overlays onBeneath={onBeneath} />)
  return { onBeneath }
}

const button = (name: string) => page.getByRole('button', { name })
const save = () => button('Save').or(page.getByRole('menuitem', { name: 'Save' }))

/** What a press would reach in the first frame without the overlay. */
const firstAt = (x: number, y: number): Promise<Element | null> =>
  new Promise((resolve) => {
    const look = () => (save().query() ? requestAnimationFrame(look) : resolve(document.elementFromPoint(x, y)))
    requestAnimationFrame(look)
  })

for (const opener of ['Open dialog', 'Open drawer', 'Open menu']) {
  test(`${opener}: a second press where the overlay closed does not reach the page beneath, a later one does`, async () => {
    const { onBeneath } = await setup()
    await button(opener).click()
    await expect.element(save()).toBeVisible()
    const { left, top, width, height } = save().element().getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2] as const
    const uncovered = firstAt(x, y)
    await save().click()
    expect(await uncovered).not.toHaveTextContent('Beneath')
    await expect.element(save()).not.toBeInTheDocument()
    await button('Beneath').click({ position: { x, y } })
    expect(onBeneath).toHaveBeenCalledOnce()
  })

  test(`${opener}: neither a second Enter nor a held one opens the overlay again`, async () => {
    await setup()
    for (const twice of ['{Enter}{Enter}', '{Enter>9/}', ' {Enter}', '{Enter} ']) {
      ;(button(opener).element() as HTMLElement).focus()
      await noShield()
      await userEvent.keyboard('{Enter}')
      await expect.poll(() => document.activeElement?.closest('[role=dialog], [role=menu]')).toBeTruthy()
      ;(save().element() as HTMLElement).focus()
      await userEvent.keyboard(twice)
      await noShield()
      await expect.element(save()).not.toBeInTheDocument()
      await expect.element(button(opener)).toHaveFocus()
    }
  })
}

test('what a person types into the dialog that a menu has opened keeps its spaces', async () => {
  await setup()
  await button('Open menu').click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await expect.element(page.getByLabelText('Name')).toHaveFocus()
  await userEvent.keyboard('Harbour of the South')
  await expect.element(page.getByLabelText('Name')).toHaveValue('Harbour of the South')
})
