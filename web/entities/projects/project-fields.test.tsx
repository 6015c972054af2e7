import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderScreen } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { ProjectsScreen } from './projects-screen.tsx'

const dialog = page.getByRole('dialog', { name: 'Create New Project' })
const submit = dialog.getByRole('button', { name: 'Create project' })

async function setup() {
  await renderScreen(await openTestStore(), ProjectsScreen, { dialog: 'create' })
  await expect.element(dialog.getByLabelText('Name')).toHaveFocus()
}

function topElementAt(element: Element): Element | null {
  const { left, top, width, height } = element.getBoundingClientRect()
  return document.elementFromPoint(left + width / 2, top + height / 2)
}

test.each([
  [1180, 420],
  [360, 400],
  [360, 430],
])('in a space of %i by %i above the keyboard, the buttons cover no focused field', async (width, height) => {
  await setup()
  await page.viewport(width, height)
  await submit.click()
  const hidden: (string | null)[] = []
  let checked = 0
  for (const key of ['{Tab}', '{Shift>}{Tab}{/Shift}']) {
    for (let n = 0; n < 12; n++) {
      await userEvent.keyboard(key)
      const at = document.activeElement!
      if (!at.matches('input:not([type=checkbox]), textarea')) continue
      checked++
      if (topElementAt(at) !== at) hidden.push(at.getAttribute('aria-label') ?? at.id)
    }
  }
  expect(hidden).toEqual([])
  expect(checked).toBeGreaterThan(12)
})

test('a focused field stays visible when a screen keyboard opens', async () => {
  await setup()
  const field = dialog.getByLabelText('Expected IRR')
  await field.fill('12')
  await expect.element(field).toHaveFocus()
  await page.viewport(1180, 420)
  await expect.poll(() => topElementAt(field.element())).toBe(field.element())
})

test('no field overlaps the buttons', async () => {
  await setup()
  await page.viewport(360, 500)
  const content = dialog.element().querySelector<HTMLElement>('[class*=Modal-content]') ?? dialog.element()
  const button = submit.element()
  const sign = dialog.getByText('%').element()
  let [checked, overlapping] = [0, 0]
  for (let top = 0; top <= content.scrollHeight; top += 8) {
    content.scrollTop = top
    const [buttonBox, signBox] = [button.getBoundingClientRect(), sign.getBoundingClientRect()]
    const y = signBox.top + signBox.height / 2
    if (y < buttonBox.top || y > buttonBox.bottom) continue
    checked++
    if (document.elementFromPoint(signBox.left + signBox.width / 2, y) === sign) overlapping++
  }
  expect(overlapping).toBe(0)
  expect(checked).toBeGreaterThan(0)
})
