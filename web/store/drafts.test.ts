import { describe, expect, it } from 'vitest'
import { seal } from './seal.ts'
import { ada, Device, synced } from './test/device.ts'

describe('drafts', () => {
  it('WHO4 WHO5 of open forms outlast sealing, and are handed out once', async () => {
    const device = new Device()
    const store = await device.open()
    await synced(store)
    await store.keepDrafts({ '/projects create ': { name: 'Half a na' } })
    await store.keepDrafts({ '/investors edit 7': { firstName: 'A' } })
    await store.close()
    await seal(device.deps(), ada)
    const again = await device.open()
    expect(await again.takeDraft('/projects create ')).toEqual({ name: 'Half a na' })
    expect(await again.takeDraft('/projects create ')).toBeNull()
    expect(await again.takeDraft('/investors edit 7')).toEqual({ firstName: 'A' })
  })
})
