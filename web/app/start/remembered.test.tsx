import { beforeEach, expect, it } from 'vitest'
import { forgetIdentity, rememberedIdentity, rememberIdentity } from '#web/store/disk/identity.ts'
import { isRemembered } from './remembered.ts'

const idb = { indexedDB, IDBKeyRange }
const person = {
  id: '0197a3b0-0000-7000-8000-000000000001',
  tenantId: '0197a3b0-0000-7000-8000-000000000002',
  tenantName: 'Quay Partners',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Berg',
  role: 'ADMIN',
  profileImageUrl: null,
} as const

beforeEach(() => forgetIdentity(idb))

it('nobody is remembered on a fresh device, and asking leaves nothing there', async () => {
  expect(await isRemembered(indexedDB)).toBe(false)
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('holdfast-identity')
})

it('somebody is remembered once they have signed in, until they are forgotten', async () => {
  await rememberIdentity(idb, person)
  expect(await isRemembered(indexedDB)).toBe(true)
  await forgetIdentity(idb)
  expect(await isRemembered(indexedDB)).toBe(false)
})

it('nobody is remembered where the application has only asked', async () => {
  await rememberedIdentity(idb)
  expect(await isRemembered(indexedDB)).toBe(false)
})

it('a device that does not answer leaves it to the application', async () => {
  const silent = { databases: () => Promise.reject(new Error('refused')) } as unknown as IDBFactory
  expect(await isRemembered(silent)).toBe(true)
})
