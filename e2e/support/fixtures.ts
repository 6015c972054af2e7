import { rm } from 'node:fs/promises'
import { expect, test as base } from 'playwright/test'
import { type BadNetwork, createBadNetwork } from './bad-network.ts'
import { createDevice, type Device, visitOnce } from './device.ts'
import { createTestServer, type Server, type Settings } from './server.ts'
import { printVisibleTexts } from './visible-texts.ts'

export { expect }

interface TestFixtures {
  /** Devices without the installed app; installing takes longer than most tests. */
  readonly isFirstVisit: boolean
  /** Later tests do not reuse the browser. */
  readonly usesFreshBrowser: boolean
  readonly makeDevice: (url: string) => Promise<Device>
  readonly device: Device
  readonly proxiedDevice: Device
  secondDevice: () => Promise<Device>
  readonly stopServer: () => Promise<void>
  readonly startServer: () => Promise<void>
}

interface WorkerFixtures {
  readonly server: Server
  readonly settings: Settings
  /** One proxy address for all tests of a worker. */
  readonly network: BadNetwork
  /** Reusable devices of earlier tests, by address. */
  readonly spares: Map<string, Device[]>
  readonly visitedAt: (url: string) => Promise<string>
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  settings: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ settings }, provide) => {
      const server = await createTestServer(settings)
      await server.start()
      await provide(server)
      await server.remove()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  visitedAt: [
    async ({ server: _ }, provide) => {
      const folders = new Map<string, Promise<string>>()
      await provide((url) => {
        const folder = folders.get(url) ?? visitOnce(url)
        folders.set(url, folder)
        return folder
      })
      for (const folder of folders.values()) await rm(await folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  spares: [
    async ({ server: _ }, provide) => {
      const spares = new Map<string, Device[]>()
      await provide(spares)
      for (const device of [...spares.values()].flat()) await device.remove()
    },
    { scope: 'worker' },
  ],
  network: [
    async ({ server }, provide) => {
      const network = await createBadNetwork(server.url)
      await provide(network)
      await network.close()
    },
    { scope: 'worker' },
  ],
  isFirstVisit: [false, { option: true }],
  usesFreshBrowser: [false, { option: true }],
  makeDevice: async (
    { server, isFirstVisit, usesFreshBrowser, visitedAt, spares },
    provide,
    { errors: failures, title },
  ) => {
    await server.start()
    const devices: { readonly url: string; readonly device: Device }[] = []
    const sparesAt = (url: string): Device[] => spares.get(url) ?? []
    await provide(async (url) => {
      const spare = isFirstVisit || usesFreshBrowser ? undefined : sparesAt(url).shift()
      const device = spare ?? (await createDevice(url, isFirstVisit ? undefined : await visitedAt(url)))
      devices.push({ url, device })
      return device
    })
    const pages = devices.flatMap(({ device }) => device.context.pages())
    if (failures.length > 0) await printVisibleTexts(title, pages)
    for (const { url, device } of devices) {
      if (isFirstVisit || usesFreshBrowser || failures.length > 0) await device.remove()
      else spares.set(url, [...sparesAt(url), await device.reset()])
      expect(device.errors, 'errors that no screen has shown').toEqual([])
    }
  },
  device: async ({ server, makeDevice }, provide) => provide(await makeDevice(server.url)),
  proxiedDevice: async ({ network, makeDevice }, provide) => {
    await provide(await makeDevice(network.url))
    network.reconnect()
  },
  page: async ({ device }, provide) => provide(device.page),
  secondDevice: async ({ server, makeDevice }, provide) => provide(() => makeDevice(server.url)),
  stopServer: async ({ server }, provide) => provide(() => server.stop()),
  startServer: async ({ server }, provide) => provide(() => server.start()),
})
