import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ProjectsScreen } from '#web/projects/projects-screen.tsx'
import { draw, nowhere, WithSearch } from '#web/test/draw.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'

test('the history of a record says who did what, newest first, without a network', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const other = '00000000-0000-7000-8000-00000000000b'
  const act = (action: string, day: number, userId: string | null, by: string | null = null, entityId = project.id) =>
    store.put('activities', {
      at: new Date(Date.now() - (9 - day) * 86_400_000).toISOString(),
      userId,
      by,
      action,
      entityType: 'projects',
      entityId,
      title: 'Quay',
    })
  act('create', 1, other)
  act('update', 2, someone.id)
  act('update', 3, null)
  act('update', 4, other, 'Bo Lind')
  act('delete', 5, someone.id, null, store.newId())
  await draw(
    store,
    <WithSearch initial={{ dialog: 'details', record: project.id, tab: 'history' }}>
      {(search, setSearch) => <ProjectsScreen search={search} setSearch={setSearch} go={nowhere} />}
    </WithSearch>,
  )
  const history = page.getByRole('region', { name: 'History' })
  const items = history.getByRole('listitem')
  await expect
    .poll(() => items.elements().map((each) => each.firstChild?.textContent))
    .toEqual(['Bo Lind changed this', 'This was changed', 'You changed this', 'A colleague created this'])
})
