// A field that merges with newer ones includes them, so that a node that does not know them leaves the change to one
// that does.
import { expect, it } from 'vitest'
import { namesText, readableNames } from '#schema/records/readable-names.ts'
import { createDice } from '../simulator/dice.ts'
import { openFirm } from '../simulator/server/firm.ts'
import { withBackend } from '../simulator/server/with-backend.ts'
import { idOf, openStoreOf, waitForStatus, synced } from './person-store.ts'

const backendOf = withBackend()

it('GROW8 GROW22 an exit date alone waits for a node that knows the fields that merge with it', async () => {
  const backend = backendOf()
  const { sql } = backend
  const { staff, tenantId } = await openFirm(backend, createDice(8), true)
  const store = await openStoreOf(backend, staff[0])
  const projectId = await idOf(store.create('projects', { name: 'Harbour', type: 'AGRICULTURE' }))
  const investorId = await idOf(store.create('investors', { firstName: 'Ines', email: 'ines@firm.test' }))
  const exited = { status: 'EXITED', investmentDate: '2020-01-01', exitedOn: '2021-01-01' } as const
  const id = await idOf(store.create('investments', { projectId, investorId, amount: '100', ...exited }))
  await synced(store)
  const storedExit = async () => {
    const [row] = await sql<{ day: string }[]>`
      select exited_on::text as day from investments where tenant_id = ${tenantId} and id = ${id}`
    return row!.day
  }

  const names = readableNames()
  const fields = { ...names['investments']!.fields, nothingMoreDue: 'later' }
  const later = namesText({ ...names, investments: { ...names['investments']!, fields } })
  const [added] = await sql<{ ordinal: number }[]>`insert into readable_names (ordinal, begins, narrows, names)
    select max(ordinal) + 1, '{}', '{}', ${later}::text::json from readable_names returning ordinal`
  await store.update('investments', store.table('investments').get(id)!, { exitedOn: '2020-12-01' })
  await idOf(store.create('projects', { name: 'Tower', type: 'AGRICULTURE' }))
  await waitForStatus(store, ({ waiting, syncing }) => waiting === 1 && !syncing)
  expect([store.status.attention, await storedExit()]).toEqual([0, '2021-01-01'])

  await sql`delete from readable_names where ordinal = ${added!.ordinal}`
  store.syncNow()
  await synced(store)
  expect(await storedExit()).toBe('2020-12-01')
})
