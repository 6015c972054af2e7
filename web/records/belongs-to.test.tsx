import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '#web/test/draw.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { BelongsTo } from './belongs-to.tsx'

const button = page.getByRole('button')

test('a list of one record’s rows names the record, follows its name, and can show all', async () => {
  const store = await openTestStore()
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const onShowAll = vi.fn<() => void>()
  await draw(store, <BelongsTo entity="investments" of={{ investorId: investor.id }} onShowAll={onShowAll} />)
  await expect.element(button).toHaveTextContent('Investments of Elif')
  store.put('investors', { id: investor.id, firstName: 'Elif Su', email: 'elif@example.com' })
  await expect.element(button).toHaveTextContent('Investments of Elif Su')
  await button.click()
  expect(onShowAll).toHaveBeenCalledOnce()
})

test('an entity without a sentence of its own for the reference says whose rows they are all the same', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  await draw(store, <BelongsTo entity="valuations" of={{ projectId: project.id }} onShowAll={() => {}} />)
  await expect.element(button).toHaveTextContent('Valuations: Quay')
})

test('a record that this device does not know is called so, and without one nothing is said', async () => {
  const store = await openTestStore()
  await draw(store, <BelongsTo entity="documents" of={{ projectId: 'unknown' }} onShowAll={() => {}} />)
  await expect.element(button).toHaveTextContent('Documents of Unknown project')
  await draw(store, <BelongsTo entity="documents" of={{}} onShowAll={() => {}} />)
  expect(button.elements()).toHaveLength(1)
})
