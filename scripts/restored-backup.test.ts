// Real stores bring back what was acknowledged after a backup.
import 'fake-indexeddb/auto'
import { v7 as uuidv7 } from 'uuid'
import { expect, it, onTestFinished } from 'vitest'
import { findReturned } from '#server/backup/returned.ts'
import { reattachFiles } from '#server/files/reattach-files.ts'
import { makeBackup, newBackupFolder, restoreBackup } from '#server/test/backing-up.ts'
import { as } from '#server/test/device.ts'
import { createFirm, type TestPerson } from '#server/test/firm.ts'
import { pdf } from '#server/test/sample-files.ts'
import { setupServer, type TestServer } from '#server/test/server.ts'
import type { Store } from '#web/store/base/contract.ts'
import { openStore } from '#web/store/open.ts'
import { ada as anybody, Device, until } from '#web/store/test/device.ts'

const server = await setupServer()

function createDevices() {
  let current = server
  const stores: Store[] = []
  let responses = 0
  onTestFinished(async () => {
    for (const store of stores) await store.close()
  })
  return {
    async open({ userId: id, tenantId, email, role, cookie }: TestPerson): Promise<Store> {
      const store = await openStore(
        new Device().deps({
          identity: { ...anybody, id, tenantId, email, role },
          fetch: async (path, init) => {
            const headers = new Headers(init.headers)
            headers.set('cookie', cookie)
            const response = await current.app.request(path, { ...init, headers })
            responses++
            return response
          },
          timers: { setTimeout, clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout) },
          now: () => server.now().getTime(),
          monotonic: () => performance.now(),
          random: Math.random,
          newId: () => uuidv7(),
        }),
      )
      stores.push(store)
      await until(() => store.status.hasAllRows)
      return store
    },
    connectTo: (other: TestServer) => void (current = other),
    /** Twice, so that each has what the others sent. */
    async syncAll(): Promise<void> {
      for (const store of [...stores, ...stores]) {
        const before = responses
        await until(() => {
          const { waiting, files, syncing, connection, hasAllRows } = store.status
          if (syncing) return false
          if (responses > before && waiting === 0 && files === 0 && hasAllRows && connection === 'online') return true
          store.syncNow()
          return false
        })
      }
      for (const store of stores) expect(store.status).toMatchObject({ attention: 0, refusedFiles: 0 })
    },
  }
}

/** By id, without the activities and `updatedAt`, which the server writes again. */
async function rowsOf(from: TestServer, person: TestPerson) {
  const { rows } = await as(from, person).pull()
  return new Map(
    rows.flatMap(([entity, id, , fields]) =>
      fields && entity !== 'activities' ? [[`${entity} ${id}`, { ...fields, updatedAt: null }]] : [],
    ),
  )
}

it('after a restore, devices bring back every change since the backup once, with files and a merge', async () => {
  const firm = await createFirm(server)
  const devices = createDevices()
  const [ada, bo] = [await devices.open(firm.admin), await devices.open(firm.manager)]
  const create = async (store: Store, ...given: Parameters<Store['create']>): Promise<string> => {
    const made = await store.create(...given)
    expect(made.ok).toBe(true)
    return made.ok ? made.id : ''
  }
  const quay = await create(ada, 'projects', { name: 'Quay', type: 'COMMERCIAL' })
  const ines = await create(ada, 'investors', { firstName: 'Ines', email: 'ines@example.com' })
  await devices.syncAll()
  const folder = newBackupFolder()
  const manifest = await makeBackup(server, folder)

  const duplicate = await create(bo, 'investors', { firstName: 'Inès', email: 'twin@example.com' })
  const pier = await create(bo, 'projects', { name: 'Pier', type: 'COMMERCIAL' })
  for (const [projectId, amount] of [
    [quay, '70.00'],
    [pier, '90.00'],
  ] as const)
    await create(bo, 'investments', { projectId, investorId: duplicate, amount })
  await bo.update('projects', bo.table('projects').get(quay)!, { location: 'Ghent' })
  const draft = await create(ada, 'projects', { name: 'Draft', type: 'COMMERCIAL' })
  const document = await ada.commit(
    [{ op: 'create', entity: 'documents', fields: { name: 'Plan', type: 'REPORT', projectId: quay } }],
    new File([new Uint8Array(pdf(3_000))], 'Plan.pdf', { type: 'application/pdf' }),
  )
  await devices.syncAll()
  await bo.remove('projects', bo.table('projects').get(draft)!)
  const merge = { entity: 'investors', verb: 'merge', id: ines, fields: { from: duplicate } } as const
  expect((await ada.act(merge, ada.preview(merge))).ok).toBe(true)
  await devices.syncAll()
  const before = await rowsOf(server, firm.admin)
  const last = (await as(server, firm.admin).pull()).to

  const { server: restored } = await restoreBackup(folder, manifest, { store: server.files, keepsFiles: true })
  expect((await rowsOf(restored, firm.admin)).size).toBeLessThan(before.size)
  devices.connectTo(restored)
  await devices.syncAll()
  await reattachFiles(restored, { kind: 'job', tenantId: firm.tenantId, job: 'removeFiles' }, firm.tenantId)
  await devices.syncAll()

  expect(await rowsOf(restored, firm.admin)).toEqual(before)
  for (const store of [ada, bo]) {
    expect([...store.table('investors').all()].map(({ id }) => id)).toEqual([ines])
    expect([...store.table('investments').all()].map(({ investorId }) => investorId)).toEqual([ines, ines])
    expect([...store.table('projects').all()].map(({ name }) => name).toSorted()).toEqual(['Pier', 'Quay'])
  }
  const file = await as(restored, firm.manager).get(`/files/${document.ok ? document.id : ''}`)
  expect(Buffer.from(await file.arrayBuffer()).equals(pdf(3_000))).toBe(true)
  const returned = (await findReturned(restored.database)).find(({ firm: name }) => name.endsWith(firm.tenantId))!
  const lengths = returned.gaps.map(([from, to]) => to - from + 1)
  expect([returned.highest, lengths], 'no device resends the two numbers of an upload').toEqual([last, [2]])
})
