import { rm } from 'node:fs/promises'
import { createDevice, type Device } from '../support/device.ts'
import { test as base } from '../support/fixtures.ts'
import { serveTwoBuilds, type TwoBuilds } from '../support/two-builds.ts'
import { countRows, type Counts } from './arrived.ts'
import { makeOlderProfile, type OlderProfile } from './older-profile.ts'
import { createWriteGate, type WriteGate } from './write-gate.ts'

export interface Upgrade {
  readonly front: TwoBuilds
  readonly gate: WriteGate
  readonly profile: OlderProfile
  /** What the server has before anything is sent. */
  readonly before: Counts
  /** A copy of the older version's device, and the server as it was then. */
  readonly begin: () => Promise<Device>
}

/** The older app is used once; each try gets copies. */
export const test = base.extend<object, { upgrade: Upgrade }>({
  upgrade: [
    async ({ server }, provide) => {
      const gate = createWriteGate()
      const front = await serveTwoBuilds(server.url, gate.watch)
      const profile = await makeOlderProfile(server, front)
      const before = await countRows(server)
      const rewind = await server.save()
      let device: Device | undefined
      const begin = async () => {
        await device?.remove()
        if (device) await rewind()
        gate.open()
        front.publish()
        front.unplug()
        device = await createDevice(front.url, profile.folder)
        return device
      }
      await provide({ front, gate, profile, before, begin })
      await device?.remove()
      await front.close()
      await rm(profile.folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 600_000 },
  ],
})
