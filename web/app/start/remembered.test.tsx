import { beforeEach, expect, it } from 'vitest'
import { fakeOf } from '#web/test/fake-of.ts'
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

it('a fresh device remembers no one, and the check creates no database', async () => {
  expect(await isRemembered(indexedDB)).toBe(false)
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('holdfast-identity')
})

it('a device remembers the person from sign-in until the wipe', async () => {
  await rememberIdentity(idb, person)
  expect(await isRemembered(indexedDB)).toBe(true)
  await forgetIdentity(idb)
  expect(await isRemembered(indexedDB)).toBe(false)
})

it('an empty database means that no one is remembered', async () => {
  await rememberedIdentity(idb)
  expect(await isRemembered(indexedDB)).toBe(false)
})

it('a database that does not respond counts as remembered', async () => {
  const unresponsive = fakeOf<IDBFactory>({ databases: () => Promise.reject(new Error('refused')) })
  expect(await isRemembered(unresponsive)).toBe(true)
})
