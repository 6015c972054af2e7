import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { changingDeletedRecord, conflicting } from '#web/test/conflicts.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore, type TestStore } from '#web/test/test-store.ts'
import { SyncPill } from './sync-pill.tsx'

const centre = page.getByRole('dialog', { name: 'Sync center' })
const heading = centre.getByRole('heading', { name: 'Sync center' })
const card = (name: string) => centre.getByRole('article', { name: `Updated project: ${name}` })

const projectsIn = (store: TestStore, names: readonly string[]) =>
  names.map((name) => store.put('projects', { name, type: 'COMMERCIAL' }))

async function setup(...names: readonly string[]) {
  const store = await openTestStore()
  for (const project of projectsIn(store, names))
    await conflicting(store, project, { location: ['Safi', 'Fes', 'Rabat'] })
  return store
}

const openCentre = () => page.getByRole('button', { name: /^Sync:/ }).click()
async function press(button: ReturnType<typeof centre.getByRole>) {
  await expect.element(button).toBeVisible()
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
}

test('after a decision the next conflict has the focus, after the last one the first remaining one, then the heading', async () => {
  await render(await setup('Pier', 'Mole', 'Quay'), <SyncPill />)
  await openCentre()
  await press(card('Mole').getByRole('button', { name: /^Keep Fes/ }))
  await expect.element(card('Pier')).toHaveFocus()
  await press(card('Pier').getByRole('button', { name: /^Use Rabat/ }))
  await expect.element(card('Quay')).toHaveFocus()
  await press(card('Quay').getByRole('button', { name: /^Keep Fes/ }))
  await expect.element(heading).toHaveFocus()
})

test('a discard after a question also moves the focus to the next change', async () => {
  const store = await openTestStore()
  for (const project of projectsIn(store, ['Mole', 'Quay']))
    await changingDeletedRecord(store, project, { location: 'Safi' }, { location: 'Fes' })
  const content = (
    <main id="content" tabIndex={-1}>
      <SyncPill />
    </main>
  )
  await render(store, content)
  await openCentre()
  for (const [name, next] of [
    ['Quay', card('Mole')],
    ['Mole', heading],
  ] as const) {
    await press(card(name).getByRole('button', { name: 'Discard my version' }))
    await press(page.getByRole('dialog', { name: 'Discard this change?' }).getByRole('button', { name: 'Discard' }))
    await expect.element(next).toHaveFocus()
    await userEvent.keyboard('{Shift}')
    await expect.element(next).toHaveFocus()
  }
})

test('discarding one waiting change of a record leaves the focus with its others', async () => {
  const store = await openTestStore()
  const [quay] = projectsIn(store, ['Quay'])
  await store.update('projects', quay!, { location: 'Safi' })
  await store.update('projects', { ...quay!, location: 'Safi' }, { location: 'Fes' })
  await render(store, <SyncPill />)
  await openCentre()
  await press(
    centre
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Actions for/ }),
  )
  await press(page.getByRole('menuitem', { name: 'Discard' }))
  await press(page.getByRole('dialog', { name: 'Discard this change?' }).getByRole('button', { name: 'Discard' }))
  await expect.element(card('Quay')).toHaveFocus()
})

test('closing the notice about a restore moves the focus to the heading', async () => {
  const store = await openTestStore()
  store.setStatus({ resent: 3 })
  store.acknowledgeResent = async () => store.setStatus({ resent: 0 })
  await render(store, <SyncPill />)
  await openCentre()
  await press(centre.getByRole('button', { name: 'Got it' }))
  await expect.element(heading).toHaveFocus()
})
