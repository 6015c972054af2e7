import { Device } from './device.ts'
import { project } from './rows.ts'

/** A device in sync with a server that has one project. */
export async function setupStore() {
  const device = new Device()
  device.server.write(project('Harbour'))
  return { device, server: device.server, store: await device.openSynced() }
}
