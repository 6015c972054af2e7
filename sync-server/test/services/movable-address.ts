import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Forwards connections to a port, by default on this machine. */
export interface MovableAddress {
  readonly port: number
  /** Ends every connection. Null refuses new ones. */
  moveTo(port: number | null): void
  close(): void
}

interface AddressOptions {
  readonly host?: string
  readonly listenOn?: string
}

export async function openAddress(
  port: number,
  { host = '127.0.0.1', listenOn = '127.0.0.1' }: AddressOptions = {},
): Promise<MovableAddress> {
  let to: number | null = port
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    if (to === null) return void socket.destroy()
    const other = connect(to, host)
    for (const each of [socket, other]) {
      sockets.add(each)
      each.on('error', () => {})
      each.on('close', () => {
        sockets.delete(each)
        socket.destroy()
        other.destroy()
      })
    }
    socket.pipe(other).pipe(socket)
  }).listen(0, listenOn)
  await once(server, 'listening')
  const moveTo = (next: number | null) => {
    to = next
    for (const each of sockets) each.destroy()
  }
  return { port: (server.address() as AddressInfo).port, moveTo, close: () => (moveTo(null), void server.close()) }
}
