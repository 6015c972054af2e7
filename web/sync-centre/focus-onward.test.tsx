import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { conflicting, conflictOf, entry } from '#web/test/conflicts.ts'
import { draw, noShield } from '#web/test/draw.tsx'
import { MemoryStore } from '#web/test/memory-store.ts'
import { SyncPill } from './sync-pill.tsx'

const centre = page.getByRole('dialog', { name: 'Sync Centre' })
const heading = centre.getByRole('heading', { name: 'Sync Centre' })
const card = (name: string) => centre.getByRole('article', { name: `Changed project: ${name}` })

/** A store that does what the person decides, with a conflict of each of these projects. */
function setup(...names: readonly string[]) {
  const store = new MemoryStore()
  for (const name of names) {
    const { id } = store.put('projects', { name, type: 'COMMERCIAL' })
    conflicting(store, name, id, [conflictOf(id, 'location', 'Safi', 'Fes', 'Rabat')])
  }
  const gone = (id: string) => {
    store.entries.splice(
      store.entries.findIndex((each) => each.id === id),
      1,
    )
    store.setStatus({ attention: store.entries.length })
  }
  store.settle = async (changeId) => (gone(changeId), { ok: true, changeId, id: '' })
  store.discard = async (changeId) => gone(changeId)
  return store
}

const openCentre = () => page.getByRole('button', { name: /^Sync:/ }).click()
/** As a keyboard does it: a press of Enter on what has the focus. */
async function press(button: ReturnType<typeof centre.getByRole>) {
  await expect.element(button).toBeVisible()
  await noShield()
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
}

test('after a decision the next conflict has the focus, after the last one the first that is left, then the heading', async () => {
  await draw(setup('Quay', 'Mole', 'Pier'), <SyncPill />)
  await openCentre()
  await press(card('Mole').getByRole('button', { name: /^Keep Fes/ }))
  await expect.element(card('Pier')).toHaveFocus()
  await press(card('Pier').getByRole('button', { name: /^Use Rabat/ }))
  await expect.element(card('Quay')).toHaveFocus()
  await press(card('Quay').getByRole('button', { name: /^Keep Fes/ }))
  await expect.element(heading).toHaveFocus()
})

test('what is discarded after a question gives the focus to the next one, too', async () => {
  const store = setup('Quay', 'Mole')
  for (const each of store.entries) Object.assign(each, { verdict: { ...each.verdict, code: 'DELETED' } })
  // What has the focus when there is nothing better.
  const content = (
    <main id="content" tabIndex={-1}>
      <SyncPill />
    </main>
  )
  await draw(store, content)
  await openCentre()
  for (const [name, next] of [
    ['Quay', card('Mole')],
    ['Mole', heading],
  ] as const) {
    await press(card(name).getByRole('button', { name: 'Discard mine' }))
    await press(page.getByRole('dialog', { name: 'Discard this change?' }).getByRole('button', { name: 'Discard' }))
    await expect.element(next).toHaveFocus()
    // Overlays give the focus back a moment after they have closed.
    await noShield()
    await expect.element(next).toHaveFocus()
  }
})

test('discarding one of a record that waits leaves the focus with the others', async () => {
  const store = setup()
  const { id } = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const op = { op: 'update', entity: 'projects', id, fields: { location: 'Fes' }, base: { location: 'Safi' } } as const
  store.entries.push(entry('second', { ops: [op] }), entry('first', { ops: [op] }))
  store.setStatus({ waiting: 2 })
  await draw(store, <SyncPill />)
  await openCentre()
  await press(centre.getByRole('button', { name: 'Discard', exact: true }).first())
  await press(page.getByRole('dialog', { name: 'Discard this change?' }).getByRole('button', { name: 'Discard' }))
  await expect.element(card('Quay')).toHaveFocus()
})

test('what the person has seen of a restore gives the focus to the heading', async () => {
  const store = setup()
  store.setStatus({ resent: 3 })
  await draw(store, <SyncPill />)
  await openCentre()
  await press(centre.getByRole('button', { name: 'Got it' }))
  await expect.element(heading).toHaveFocus()
})
