import { expect, test as base } from 'playwright/test'
import { createDevice, type Device } from './device.ts'
import { createTestServer, type Server, type Settings } from './server.ts'

export { expect }

interface TestFixtures {
  readonly device: Device
  /** Opens another person's device, or another one of the same person. */
  secondDevice: () => Promise<Device>
  readonly stopServer: () => Promise<void>
  /** Starts the server again with all its data. */
  readonly startServer: () => Promise<void>
}

interface WorkerFixtures {
  readonly server: Server
  /** The longest time that a first start may take; it creates the database and the demo firms. */
  readonly startsWithinMs: number
  readonly settings: Settings
}

export const test = base.extend<TestFixtures & { devices: () => Promise<Device> }, WorkerFixtures>({
  startsWithinMs: [60_000, { option: true, scope: 'worker' }],
  settings: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ startsWithinMs, settings }, provide) => {
      const server = await createTestServer(startsWithinMs, settings)
      await server.start()
      await provide(server)
      await server.remove()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  devices: async ({ server }, provide) => {
    // An earlier test may have left the server stopped.
    await server.start()
    const devices: Device[] = []
    await provide(async () => {
      const device = await createDevice(server.url)
      devices.push(device)
      return device
    })
    for (const device of devices) {
      await device.remove()
      expect(device.errors, 'errors that no screen has shown').toEqual([])
    }
  },
  device: async ({ devices }, provide) => provide(await devices()),
  page: async ({ device }, provide) => provide(device.page),
  secondDevice: async ({ devices }, provide) => provide(devices),
  stopServer: async ({ server }, provide) => provide(() => server.stop()),
  startServer: async ({ server }, provide) => provide(() => server.start()),
})
