// A device whose connection to the server can be made bad.
import { type BadNetwork, createBadNetwork } from './bad-network.ts'
import { createDevice, type Device } from './device.ts'
import { expect, test as base } from './fixtures.ts'

export { expect }

export const test = base.extend<{ network: BadNetwork; far: Device }>({
  network: async ({ server }, provide) => {
    const network = await createBadNetwork(server.url)
    await provide(network)
    await network.close()
  },
  far: async ({ network }, provide) => {
    const device = await createDevice(network.url)
    await provide(device)
    network.heal()
    await device.remove()
    expect(device.errors).toEqual([])
  },
})
