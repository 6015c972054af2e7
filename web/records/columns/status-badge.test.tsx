import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { StatusBadge } from './status-badge.tsx'

test('a status has a label and a tone; equivalent statuses look the same, unknown ones are neutral', async () => {
  const statuses = ['FUNDED', 'ACTIVE', null, 'GROWTH', 'MATURE', 'EXITED', 'LATER']
  await render(
    await openTestStore(),
    <ul>
      {statuses.map((status) => (
        <li key={status}>
          <StatusBadge entity="projects" status={status} />
        </li>
      ))}
    </ul>,
  )
  const items = page.getByRole('listitem').elements()
  expect(
    items.map((each) => [each.textContent, each.querySelector<HTMLElement>('[data-tone]')?.dataset['tone']]),
  ).toEqual([
    ['Active', 'plain'],
    ['Active', 'plain'],
    ['Active', 'plain'],
    ['Growth', 'info'],
    ['Mature', 'brand'],
    ['Exited', 'neutral'],
    ['LATER', 'neutral'],
  ])
})
