import { Menu } from '@mantine/core'
import { IconDotsVertical, IconTrash } from '@tabler/icons-react'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { themes } from '#schema/themes/themes.ts'
import { chooseTheme } from '#web/themes/use-theme.ts'
import { contrastOf } from '#web/test/contrast.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { IconButton } from '#web/ui/page/icon-button.tsx'
import { MenuButton } from './menu-button.tsx'
import { PopoverButton } from './popover-button.tsx'

const Items = () => (
  <>
    <Menu.Item>Edit</Menu.Item>
    <Menu.Item color="red" leftSection={<IconTrash size={18} />}>
      Delete
    </Menu.Item>
  </>
)

async function setup() {
  await render(
    await openTestStore(),
    <MenuButton
      position="bottom-end"
      width={200}
      items={Items}
      target={(props) => <IconButton icon={IconDotsVertical} label="Actions" {...props} />}
    />,
  )
  const button = page.getByRole('button', { name: 'Actions' })
  return { button, entry: (name: string) => page.getByRole('menuitem', { name }) }
}

test('a menu button looks the same before, during and after the menu is open', async () => {
  const { button, entry } = await setup()
  const appearance = () => {
    const { backgroundColor, borderTopWidth, inlineSize, blockSize } = getComputedStyle(button.element())
    return { backgroundColor, borderTopWidth, inlineSize, blockSize }
  }
  const before = appearance()
  expect(before).toMatchObject({ borderTopWidth: '0px', inlineSize: '44px', blockSize: '44px' })
  await button.click()
  await userEvent.hover(entry('Edit'))
  expect(appearance()).toEqual(before)
  await userEvent.keyboard('{Escape}')
  await expect.element(entry('Edit')).not.toBeInTheDocument()
  expect(appearance()).toEqual(before)
})

test('every menu item is large enough for a finger', async () => {
  const { button, entry } = await setup()
  await button.click()
  for (const name of ['Edit', 'Delete']) {
    await expect.element(entry(name)).toBeVisible()
    expect(entry(name).element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  }
})

for (const { id } of themes) {
  test(`in the ${id} theme a red menu item has enough contrast, hovered or not`, async () => {
    chooseTheme(id)
    onTestFinished(() => {
      localStorage.removeItem('theme')
      chooseTheme('light')
    })
    const { button, entry } = await setup()
    await button.click()
    await userEvent.hover(entry('Edit'))
    expect(contrastOf(entry('Delete').element())).toBeGreaterThanOrEqual(4.5)
    await userEvent.hover(entry('Delete'))
    expect(contrastOf(entry('Delete').element())).toBeGreaterThanOrEqual(4.5)
  })
}

test('a popover takes the focus, closes on Escape or an outside press, and returns the focus to its button', async () => {
  await render(
    await openTestStore(),
    <>
      <PopoverButton
        target={(props) => (
          <button type="button" {...props}>
            Views
          </button>
        )}
        content={(close) => (
          <>
            <button type="button">Save this view</button>
            <button type="button" onClick={close}>
              Overdue
            </button>
          </>
        )}
      />
      <p>The list</p>
    </>,
  )
  const button = page.getByRole('button', { name: 'Views' })
  const panel = page.getByRole('dialog')
  await expect.element(button).toHaveAttribute('aria-haspopup', 'dialog')
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  await button.click()
  await expect.element(panel.getByRole('button', { name: 'Save this view' })).toHaveFocus()
  await expect.element(button).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(panel.getByRole('button', { name: 'Overdue' })).toBeVisible()
  await panel.getByRole('button', { name: 'Overdue' }).click()
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  await button.click()
  await expect.element(panel).toBeVisible()
  await page.getByText('The list').click()
  await expect.element(panel).not.toBeInTheDocument()
})
