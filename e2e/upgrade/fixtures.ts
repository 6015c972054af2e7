import { rm } from 'node:fs/promises'
import { createDevice, type Device } from '../support/device.ts'
import { test as base } from '../support/fixtures.ts'
import { serveTwoBuilds, type TwoBuilds } from '../support/two-builds.ts'
import { countRows, type Counts } from './expect-arrived.ts'
import { makeOlderProfile, type OlderProfile } from './older-profile.ts'
import { createWriteGate, type WriteGate } from './write-gate.ts'

export interface Upgrade {
  readonly builds: TwoBuilds
  readonly gate: WriteGate
  readonly profile: OlderProfile
  readonly countsBefore: Counts
  /** A copy of the older version's device, and the server as it was then. */
  readonly startDevice: () => Promise<Device>
}

/** The older app runs once; each test gets copies of its profile. */
export const test = base.extend<object, { upgrade: Upgrade }>({
  upgrade: [
    async ({ server }, provide) => {
      const gate = createWriteGate()
      const builds = await serveTwoBuilds(server.url, gate.watch)
      const profile = await makeOlderProfile(server, builds)
      const countsBefore = await countRows(server)
      const rewind = await server.save()
      let device: Device | undefined
      const startDevice = async () => {
        await device?.remove()
        if (device) await rewind()
        gate.open()
        builds.publish()
        builds.disconnect()
        device = await createDevice(builds.url, profile.folder)
        return device
      }
      await provide({ builds, gate, profile, countsBefore, startDevice })
      await device?.remove()
      await builds.close()
      await rm(profile.folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 600_000 },
  ],
})
