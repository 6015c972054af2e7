import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useState } from 'react'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { useLastRow } from './use-last-row.ts'

function Probe({ ids }: { readonly ids: readonly (string | undefined)[] }) {
  const [index, setIndex] = useState(0)
  const { row, isDeleted } = useLastRow('projects', ids[index])
  return (
    <>
      <output>{`${row?.name ?? 'nothing'}${isDeleted ? ', gone' : ''}`}</output>
      <button type="button" onClick={() => setIndex(index + 1)}>
        Next
      </button>
    </>
  )
}

const shown = page.getByRole('status')
const next = page.getByRole('button', { name: 'Next' })

test('a row deleted while shown keeps its last state and is reported as deleted', async () => {
  const store = await openTestStore()
  const row = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  await render(store, <Probe ids={[row.id]} />)
  await expect.element(shown).toHaveTextContent('Quay')
  store.put('projects', { id: row.id, name: 'Quay of Safi', type: 'COMMERCIAL' })
  await expect.element(shown).toHaveTextContent('Quay of Safi')
  store.drop('projects', row.id)
  await expect.element(shown).toHaveTextContent('Quay of Safi, gone')
})

test('an unknown row does not show the state of the previous row', async () => {
  const store = await openTestStore()
  const row = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  await render(store, <Probe ids={[row.id, 'unknown', row.id, undefined, row.id]} />)
  const texts = []
  for (const expected of ['Quay', 'nothing', 'Quay', 'nothing', 'Quay']) {
    await expect.element(shown).toHaveTextContent(expected)
    texts.push(shown.element().textContent)
    if (texts.length === 4) store.drop('projects', row.id)
    if (texts.length === 4) await store.caughtUp()
    if (texts.length === 4) break
    await next.click()
  }
  await next.click()
  await expect.element(shown).toHaveTextContent('nothing')
})
