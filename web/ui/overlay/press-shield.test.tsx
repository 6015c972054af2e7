import { Button, Menu, TextInput } from '@mantine/core'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render, keepShields } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { Dialog } from './dialogs/dialog.tsx'
import { Drawer } from './dialogs/drawer.tsx'
import { MenuButton } from './popovers/menu-button.tsx'
import { lowerShield, shieldedMs } from './press-shield.ts'

interface OverlaysProps {
  readonly onClickBeneath: () => void
}

function Overlays({ onClickBeneath: onBeneath }: OverlaysProps) {
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

/** The test ends the shield itself, so it does not depend on the speed of the machine. */
function controlShield(): () => void {
  const { setTimeout } = globalThis
  const pendingTimers: unknown[] = []
  const hold = (run: () => void, ms?: number) => (ms === shieldedMs ? pendingTimers.push(run) : setTimeout(run, ms))
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(hold as typeof setTimeout)
  onTestFinished(() => spy.mockRestore())
  return () => {
    expect(pendingTimers.splice(0)).not.toEqual([])
    lowerShield()
  }
}

async function setup() {
  keepShields()
  const endShield = controlShield()
  const onBeneath = vi.fn<() => void>()
  await render(await openTestStore(), <Overlays onClickBeneath={onBeneath} />)
  return { onBeneath, endShield }
}

const button = (name: string) => page.getByRole('button', { name })
const save = () => button('Save').or(page.getByRole('menuitem', { name: 'Save' }))

const elementAt = (x: number, y: number): Promise<Element | null> =>
  new Promise((resolve) => {
    const look = () => (save().query() ? requestAnimationFrame(look) : resolve(document.elementFromPoint(x, y)))
    requestAnimationFrame(look)
  })

async function openByKey(opener: string) {
  ;(button(opener).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => document.activeElement?.closest('[role=dialog], [role=menu]')).toBeTruthy()
  ;(save().element() as HTMLElement).focus()
}

for (const opener of ['Open dialog', 'Open drawer', 'Open menu']) {
  test(`${opener}: a second press where the overlay closed does not reach the page beneath, but a later one does`, async () => {
    const { onBeneath, endShield } = await setup()
    await button(opener).click()
    await expect.element(save()).toBeVisible()
    const { left, top, width, height } = save().element().getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2] as const
    const elementWithoutShield = elementAt(x, y)
    await save().click()
    expect(await elementWithoutShield).not.toHaveTextContent('Beneath')
    expect(onBeneath).not.toHaveBeenCalled()
    endShield()
    await button('Beneath').click({ position: { x, y } })
    expect(onBeneath).toHaveBeenCalledOnce()
  })

  test(`${opener}: neither a second nor a held Enter reopens the overlay, but a later one does`, async () => {
    const { endShield } = await setup()
    for (const keys of ['{Enter}{Enter}', '{Enter>9/}', ' {Enter}', '{Enter} ']) {
      await openByKey(opener)
      await userEvent.keyboard(keys)
      await expect.element(save()).not.toBeInTheDocument()
      await expect.element(button(opener)).toHaveFocus()
      endShield()
    }
    await openByKey(opener)
    await expect.element(save()).toHaveFocus()
  })
}

test('a key held past the end of the shield does nothing until it is pressed again', async () => {
  const { endShield } = await setup()
  await openByKey('Open menu')
  await userEvent.keyboard('{Enter>3/}')
  await expect.element(save()).not.toBeInTheDocument()
  endShield()
  const opener = button('Open menu').element()
  const isIgnored = (key: string, repeat: boolean) =>
    !opener.dispatchEvent(new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true }))
  expect([isIgnored('Enter', true), isIgnored(' ', true), isIgnored('a', true)]).toEqual([true, true, false])
  expect([isIgnored('Enter', false), isIgnored('Enter', true)]).toEqual([false, false])
})

test('the shield removes itself', async () => {
  keepShields()
  await render(await openTestStore(), <Overlays onClickBeneath={() => {}} />)
  await openByKey('Open menu')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => document.querySelector('[data-press-shield]')).not.toBeNull()
  await expect.poll(() => document.querySelector('[data-press-shield]')).toBeNull()
})

test('spaces can be typed into a dialog that was opened from a menu', async () => {
  await setup()
  await button('Open menu').click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await expect.element(page.getByLabelText('Name')).toHaveFocus()
  await userEvent.keyboard('Harbour of the South')
  await expect.element(page.getByLabelText('Name')).toHaveValue('Harbour of the South')
})
