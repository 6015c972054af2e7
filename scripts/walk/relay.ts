import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'

/** Leads from an address of the walk's network to a server that only this machine reaches. */
export async function startRelay(
  address: string,
  to: { host: string; port: number },
): Promise<Server & { port: number }> {
  const server = createServer((socket) => {
    const other = connect(to.port, to.host)
    for (const [each, peer] of [
      [socket, other],
      [other, socket],
    ] as const)
      each.on('error', () => {}).on('close', () => peer.destroy())
    socket.pipe(other).pipe(socket)
  }).listen(0, address)
  await once(server, 'listening')
  return Object.assign(server, { port: (server.address() as AddressInfo).port })
}
