import { expect, it } from 'vitest'
import { addMissingCheckpointHashes } from '#server/db/checkpoint-hashes.ts'
import { registry } from '#schema/registry.ts'
import type { Fetch } from '#web/store/base/deps.ts'
import { Device } from '#web/store/test/device.ts'
import { withoutFields } from '#web/store/test/older-definitions.ts'
import { createDice } from '../simulator/dice.ts'
import { openFirm } from '../simulator/server/firm.ts'
import { withBackend } from '../simulator/server/with-backend.ts'
import { fetchAs, synced } from './person-store.ts'

const backendOf = withBackend()

it('GROW3 GROW5 a device shows the default of a new field immediately, and receives migrated values through the feed without fetching everything again', async () => {
  const backend = backendOf()
  const { staff, tenantId } = await openFirm(backend, createDice(7), true)
  const [{ identity }] = staff
  const send = fetchAs(backend, staff[0])
  const requests: string[] = []
  let isOnline = true
  const fetch: Fetch = async (path, init) => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    const response = await send(path, init)
    requests.push(`${response.status} ${path}`)
    return response
  }

  const grow = withoutFields('projects', 'duration', 'paymentInstallment')
  const device = new Device()
  const before = await device.open({ identity, fetch })
  for (const name of ['Filled', 'Left']) await before.create('projects', { name, type: 'AGRICULTURE' })
  await synced(before)
  const [filled, left] = [...before.table('projects').all()].sort((a, b) => (a.name < b.name ? -1 : 1))
  expect(filled).not.toHaveProperty('duration')
  expect(left).not.toHaveProperty('paymentInstallment')
  await before.close()

  const { sql } = backend
  await sql`update projects set duration = 4.5, n = (select n + 1 from tenant_numbers where tenant_id = ${tenantId})
    where tenant_id = ${tenantId} and id = ${filled!.id}`
  await sql`update tenant_numbers set n = n + 1 where tenant_id = ${tenantId}`
  await addMissingCheckpointHashes(sql)
  grow()
  expect(Object.keys(registry.projects.fields)).toContain('duration')

  isOnline = false
  requests.length = 0
  const after = await device.open({ identity, fetch })
  const rowOf = (id: string) => after.table('projects').get(id)!
  for (const { id } of [filled!, left!])
    expect(rowOf(id)).toMatchObject({ duration: null, paymentInstallment: '6_MONTHS' })

  isOnline = true
  after.networkChanged()
  after.syncNow()
  await synced(after)
  expect(rowOf(filled!.id)).toMatchObject({ name: 'Filled', duration: '4.5', paymentInstallment: '6_MONTHS' })
  expect(rowOf(left!.id)).toMatchObject({ name: 'Left', duration: null, paymentInstallment: '6_MONTHS' })
  await after.update('projects', rowOf(left!.id), { duration: '2.5' })
  await synced(after)
  expect(after.outbox()[0]).toMatchObject({ state: 'settled', verdict: { verdict: 'applied' } })
  expect(requests.filter((each) => !each.startsWith('200 ') || each.includes('after=0'))).toEqual([])
  expect(backend.unexpectedErrors).toEqual([])
})
