// A file that one version of the app has kept on a device, and another one finds: the newer one after an update, the
// older one when a deployment is taken back.
import { expect, it, onTestFinished } from 'vitest'
import type { Store } from '#web/store/contract.ts'
import { Device, synced, until } from '#web/store/test/device.ts'
import { project } from '#web/store/test/rows.ts'
import { Uploads } from '#web/store/test/uploads.ts'
import { storeOf } from './programs.ts'
import type { VersionName } from './versions.ts'

/** Of three parts. */
const text = '%PDF-'.padEnd(300_000, 'lease')
const paper = new File([text], 'Lease.pdf', { type: 'application/pdf' })

function setup() {
  const device = new Device()
  const uploads = new Uploads()
  device.server.call = uploads.call
  device.server.write(project('Harbour'))
  const open = async (version: VersionName): Promise<Store> => {
    const { openStore } = await storeOf(version)
    const store = await openStore(device.deps())
    onTestFinished(() => store.close())
    return store
  }
  return { device, uploads, open }
}

const ways: readonly (readonly [VersionName, VersionName])[] = [
  ['present', 'older'],
  ['older', 'present'],
]

it.each(ways)(
  'GROW1 a file that the %s version keeps is shown and sent by the %s one, byte by byte, and then leaves the device',
  async (keeps, finds) => {
    const { device, uploads, open } = setup()
    const before = await open(keeps)
    await synced(before)
    device.server.fault(/./, { kind: 'drop' }, 1_000)
    const id = before.newId()
    const fields = { name: 'Lease', language: 'en' } as const
    await before.commit([{ op: 'create', entity: 'documents', id, fields }], paper)
    await before.close()

    const after = await open(finds)
    const owner = { entity: 'documents', id } as const
    expect(after.files.of(owner)).toMatchObject({ name: 'Lease.pdf', size: text.length, problem: null })
    expect(await (await after.files.read(owner))!.text()).toBe(text)
    device.server.heal()
    after.syncNow()
    await until(() => after.files.all.length === 0 && !after.status.syncing)
    expect(uploads.begun).toMatchObject([{ said: { filename: 'Lease.pdf' }, size: text.length, state: 'STORED' }])
    expect(await uploads.arrived()).toBe(text)
    expect(device.reported).toEqual([])
  },
)
