import { describe, expect, it } from 'vitest'
import type { Locks } from '#web/store/base/deps.ts'
import { evictPerson } from '#web/store/evict-person.ts'
import { ada, Device } from '#web/store/test/device.ts'
import { storedTexts } from '#web/store/test/stored-texts.ts'

const create = '/projects create '

async function openCrashable(device: Device) {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const request: Locks['request'] = (name, options, granted) =>
    device.locks.request(name, options, (lock) => Promise.race([granted(lock), promise as Promise<never>]))
  return { store: await device.open({ locks: { request } }), crash: () => resolve(undefined) }
}

describe('drafts', () => {
  it('WHO4 WHO5 of open forms survive sealing and are adopted once', async () => {
    const device = new Device()
    const store = await device.openSynced()
    await store.saveDrafts({ [create]: { name: 'Half a na' }, '/investors edit 7': { firstName: 'A' } })
    await store.close()
    await evictPerson(device.deps(), ada)
    const restarted = await device.open()
    expect(await restarted.adoptDraft(create)).toEqual({ name: 'Half a na' })
    expect(await restarted.adoptDraft(create)).toBeNull()
    expect(await restarted.adoptDraft('/investors edit 7')).toEqual({ firstName: 'A' })
  })

  it('belong to their window while it is open, and after a crash to one other window of the person', async () => {
    const device = new Device()
    const { store: crashed, crash } = await openCrashable(device)
    const [other, thirdWindow] = [await device.open(), await device.open()]
    await crashed.saveDrafts({ [create]: { name: 'Half' } })
    await crashed.saveDrafts({ [create]: { name: 'Half a na' } })
    expect(await other.adoptDraft(create)).toBeNull()
    crash()
    const adopted = await Promise.all([other.adoptDraft(create), thirdWindow.adoptDraft(create)])
    expect(adopted.filter(Boolean)).toEqual([{ name: 'Half a na' }])
    const [owner, free] = adopted[0] ? [other, thirdWindow] : [thirdWindow, other]
    expect(await free.adoptDraft(create)).toBeNull()
    await owner.close()
    expect(await free.adoptDraft(create), 'before it was saved again').toEqual({ name: 'Half a na' })
  })

  it('that are saved or discarded are never restored and leave nothing on the disk', async () => {
    const device = new Device()
    const store = await device.open()
    await store.saveDrafts({ [create]: { name: 'Half a na' } })
    await store.saveDrafts({})
    await store.close()
    const restarted = await device.open()
    expect(await restarted.adoptDraft(create)).toBeNull()
    await restarted.close()
    expect(JSON.stringify(await storedTexts(device, 'device'))).not.toMatch(/Half a na|drafts/)
  })
})
