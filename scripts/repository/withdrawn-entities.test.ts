// A release withdraws an entity from investors: no device keeps data about it.
import { expect, it } from 'vitest'
import { readableNames } from '#schema/records/readable-names.ts'
import type { Store } from '#web/store/base/contract.ts'
import type { Fetch } from '#web/store/base/deps.ts'
import { Device } from '#web/store/test/device.ts'
import { readCommitted } from '../db-generate/committed.ts'
import { nextNames } from '../db-generate/next-names.ts'
import { createDice } from '../simulator/dice.ts'
import { openFirm } from '../simulator/server/firm.ts'
import { withBackend } from '../simulator/server/with-backend.ts'

const backendOf = withBackend()

it('GROW6 FOLLOW5 GROW14 a version that takes an entity from investors also withdraws its activities, even from a new device', async () => {
  const backend = backendOf()
  const { staff, investor } = await openFirm(backend, createDice(8), true)
  const open = ({ identity, cookie }: typeof investor) => {
    const fetch: Fetch = async (path, init) => {
      const headers = new Headers(init.headers)
      headers.set('cookie', cookie)
      return backend.app.request(path, { ...init, headers } as RequestInit)
    }
    return new Device().open({ identity, fetch })
  }
  const activitiesOf = (store: Store) => [...store.table('activities').all()].map(({ entityType }) => entityType).sort()

  const manager = await open(staff[0])
  const made = await manager.create('projects', { name: 'Quay', type: 'AGRICULTURE', isVisibleToInvestors: true })
  if (!made.ok) throw new Error('The project was not created')
  await manager.create('valuations', { projectId: made.id, nav: '10.00', valuationDate: '2026-01-31' })
  await expect.poll(() => manager.outbox().map(({ state }) => state)).toEqual(['settled', 'settled'])
  const reader = await open(investor)
  await expect.poll(() => activitiesOf(reader)).toEqual(['projects', 'valuations'])

  const names = readableNames()
  const { valuations } = names
  const less = { ...names, valuations: { ...valuations!, rows: { ...valuations!.rows, INVESTOR: 'nothing' as const } } }
  for (const statement of nextNames(readCommitted().statements, less)) await backend.sql.unsafe(statement)

  reader.syncNow()
  const fresh = await open(investor)
  for (const store of [reader, fresh]) await expect.poll(() => activitiesOf(store)).toEqual(['projects'])
  const colleague = await open(staff[1])
  await expect.poll(() => activitiesOf(colleague)).toEqual(['projects', 'valuations'])
  expect(backend.surprises).toEqual([])
})
