import { expect, it } from 'vitest'
import { readableNames } from '#schema/records/readable-names.ts'
import type { Store } from '#web/store/base/contract.ts'
import { readCommitted } from '../db-generate/committed.ts'
import { nextNames } from '../db-generate/next-names.ts'
import { createDice } from '../simulator/dice.ts'
import { openFirm } from '../simulator/server/firm.ts'
import { withBackend } from '../simulator/server/with-backend.ts'
import { idOf, openStoreOf } from './person-store.ts'

const backendOf = withBackend()

it('GROW6 FOLLOW5 GROW14 a version that takes an entity from investors also withdraws its activities, even from a new device', async () => {
  const backend = backendOf()
  const { staff, investor } = await openFirm(backend, createDice(8), true)
  const activitiesOf = (store: Store) => [...store.table('activities').all()].map(({ entityType }) => entityType).sort()

  const manager = await openStoreOf(backend, staff[0])
  const projectId = await idOf(
    manager.create('projects', { name: 'Quay', type: 'AGRICULTURE', isVisibleToInvestors: true }),
  )
  await manager.create('valuations', { projectId, nav: '10.00', valuationDate: '2026-01-31' })
  await expect.poll(() => manager.outbox().map(({ state }) => state)).toEqual(['settled', 'settled'])
  const reader = await openStoreOf(backend, investor)
  await expect.poll(() => activitiesOf(reader)).toEqual(['projects', 'valuations'])

  const names = readableNames()
  const { valuations } = names
  const less = { ...names, valuations: { ...valuations!, rows: { ...valuations!.rows, INVESTOR: 'nothing' as const } } }
  for (const statement of nextNames(readCommitted().statements, less)) await backend.sql.unsafe(statement)

  reader.syncNow()
  const fresh = await openStoreOf(backend, investor)
  for (const store of [reader, fresh]) await expect.poll(() => activitiesOf(store)).toEqual(['projects'])
  const colleague = await openStoreOf(backend, staff[1])
  await expect.poll(() => activitiesOf(colleague)).toEqual(['projects', 'valuations'])
  expect(backend.unexpectedErrors).toEqual([])
})
