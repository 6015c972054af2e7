import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Row } from '#schema/registry.ts'
import { draw } from '#web/test/draw.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { FlagSwitch } from './flag-switch.tsx'

test('a switch without a label beside it is large enough for a finger, and a press beyond its track switches', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' }) as Row<'projects'>
  await draw(
    store,
    <div style={{ padding: 40 }}>
      <FlagSwitch entity="projects" row={project} field="isVisibleToInvestors" bare />
    </div>,
  )
  const control = page.getByRole('switch', { name: 'Visible to Investors: Quay' })
  const { width, height } = control.element().getBoundingClientRect()
  expect([width >= 44, height >= 44]).toEqual([true, true])
  await control.click({ position: { x: width / 2, y: 2 } })
  await expect.poll(() => store.table('projects').get(project.id)?.isVisibleToInvestors).toBe(false)
})
