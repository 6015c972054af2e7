import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useState } from 'react'
import { draw } from '#web/test/draw.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { useLastRow } from './use-last-row.ts'

function Probe({ ids }: { readonly ids: readonly (string | undefined)[] }) {
  const [at, setAt] = useState(0)
  const { row, isDeleted } = useLastRow('projects', ids[at])
  return (
    <>
      <output>{`${row?.name ?? 'nothing'}${isDeleted ? ', gone' : ''}`}</output>
      <button type="button" onClick={() => setAt(at + 1)}>
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
  await draw(store, <Probe ids={[row.id]} />)
  await expect.element(shown).toHaveTextContent('Quay')
  store.put('projects', { id: row.id, name: 'Quay of Safi', type: 'COMMERCIAL' })
  await expect.element(shown).toHaveTextContent('Quay of Safi')
  store.drop('projects', row.id)
  await expect.element(shown).toHaveTextContent('Quay of Safi, gone')
})

test('an unknown row has no last state, not even that of the row shown before', async () => {
  const store = await openTestStore()
  const row = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  await draw(store, <Probe ids={[row.id, 'unknown', row.id, undefined, row.id]} />)
  const words = []
  for (const expected of ['Quay', 'nothing', 'Quay', 'nothing', 'Quay']) {
    await expect.element(shown).toHaveTextContent(expected)
    words.push(shown.element().textContent)
    if (words.length === 4) store.drop('projects', row.id)
    if (words.length === 4) await store.caughtUp()
    if (words.length === 4) break
    await next.click()
  }
  await next.click()
  await expect.element(shown).toHaveTextContent('nothing')
})
